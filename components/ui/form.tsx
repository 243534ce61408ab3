import type { ComponentProps } from "react";

/**
 * A form that its page's scripts send. Without them a browser sends a form itself: by POST, so that nothing that was typed, secrets among
 * it, becomes part of an address. The server answers such a request with the page again (proxy.tsx).
 */
export function Form(props: Omit<ComponentProps<"form">, "method" | "action">) {
  return <form {...props} method="post" />;
}
