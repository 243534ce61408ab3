"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { createCodeReader } from "./code-reader";

export type CameraState = "starting" | "reading" | "denied" | "none" | "busy" | "failed";

export interface CameraHandle {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Null when this camera has no light. */
  isLightOn: boolean | null;
  switchLight(): void;
  /** Null when there is one camera only. */
  switchCamera: (() => void) | null;
}

/** A pause between two pictures: quick enough for the hand, slow enough for the battery. */
const PAUSE_MS = 80;

/** Light is part of no standard list of capabilities yet. */
type LightCapabilities = MediaTrackCapabilities & { torch?: boolean };

/**
 * Shows the camera's picture in `video` and calls `onScan` once with the first code in it. The camera is let go whatever
 * happens: when the component goes, when another camera is chosen, and when it starts too late for either.
 */
export function useCamera(onScan: (text: string) => void): CameraHandle {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("starting");
  const [cameraId, setCameraId] = useState<string | null>(null);
  const [cameras, setCameras] = useState<readonly string[]>([]);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [isLightOn, setLightOn] = useState<boolean | null>(null);
  const scanned = useEffectEvent(onScan);

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    setState("starting");
    const run = async () => {
      const stream = await openCamera(cameraId, signal);
      const [opened] = stream.getVideoTracks();
      const capabilities: LightCapabilities = opened?.getCapabilities?.() ?? {};
      setTrack(opened ?? null);
      setLightOn(capabilities.torch ? false : null);
      setCameras(await listCameras());
      const element = video.current;
      if (element === null) return;
      element.srcObject = stream;
      const [read] = await Promise.all([createCodeReader(), element.play()]);
      setState("reading");
      const text = await firstCode(() => read(element), signal);
      if (text !== null) scanned(text);
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState(problemOf(error));
    });
    return () => stopping.abort();
  }, [cameraId]);

  const current = track?.getSettings().deviceId ?? cameraId;
  const following = cameras[(cameras.indexOf(current ?? "") + 1) % Math.max(1, cameras.length)];
  return {
    video,
    state,
    isLightOn,
    switchLight: () => {
      const torch = !isLightOn;
      const constraints = { advanced: [{ torch }] } as unknown as MediaTrackConstraints;
      track?.applyConstraints(constraints).then(
        () => setLightOn(torch),
        () => setLightOn(null),
      );
    },
    switchCamera: cameras.length > 1 && following !== undefined ? () => setCameraId(following) : null,
  };
}

/** Opens the camera, the one that looks away from the user unless one is named, and lets it go with `signal`. */
async function openCamera(cameraId: string | null, signal: AbortSignal): Promise<MediaStream> {
  const which =
    cameraId === null ? { facingMode: { ideal: "environment" } } : { deviceId: { exact: cameraId } };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  signal.throwIfAborted();
  return stream;
}

async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === "videoinput").map(({ deviceId }) => deviceId);
}

/** Looks until there is a code; null when `signal` is aborted first. */
async function firstCode(read: () => Promise<string | null>, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const text = (await read())?.trim();
    if (signal.aborted) return null;
    if (text) return text;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

function problemOf(error: unknown): CameraState {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "failed";
  }
}
