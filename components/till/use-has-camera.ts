"use client";

import { useEffect, useState } from "react";

/** Whether this device has a camera at all; whether it may be used is asked when it is. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    const look = async () => {
      const devices = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
      setHasCamera(devices.some(({ kind }) => kind === "videoinput"));
    };
    void look();
    mediaDevices?.addEventListener?.("devicechange", look);
    return () => mediaDevices?.removeEventListener?.("devicechange", look);
  }, []);
  return hasCamera;
}
