import { ImageUp, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FileButton } from "./file-chooser";
import { PICTURE_TYPES } from "./use-store-picture";

/** The buttons that choose a picture, or none. */
export function PictureButtons({
  hash,
  words,
  isPending,
  isDisabled,
  onChoose,
  onRemove,
}: {
  hash: string | null;
  words: Readonly<Record<"choose" | "replace" | "remove", string>>;
  isPending: boolean;
  isDisabled: boolean;
  onChoose: (file: File | undefined) => void;
  onRemove: () => void;
}) {
  return (
    <>
      <FileButton
        icon={ImageUp}
        accept={PICTURE_TYPES}
        isPending={isPending}
        isDisabled={isDisabled}
        onChoose={onChoose}
      >
        {hash === null ? words.choose : words.replace}
      </FileButton>
      {hash !== null && (
        <Button icon={Trash2} variant="quiet" isDisabled={isDisabled} onPress={onRemove}>
          {words.remove}
        </Button>
      )}
    </>
  );
}
