import { type RefObject, useEffect, useRef, useState } from 'react'
import { draw, loadQrReader } from './qr-reader.ts'

export type CameraState = 'off' | 'opening' | 'on' | 'paused' | CameraFault
/** `insecure`: browsers allow cameras on https pages only. */
export type CameraFault = 'insecure' | 'missing' | 'refused' | 'absent' | 'taken' | 'failed'

/** Longer side of a scanned frame, px. */
const FRAME_PX = 960
/** Pause between two frames, to save the battery. */
const PAUSE_MS = 120

/** Scans for a QR code until one is found, the tab is hidden or the component is unmounted. */
export function useCamera(videoRef: RefObject<HTMLVideoElement | null>, onText: (text: string) => void) {
  const [state, setState] = useState<CameraState>('off')
  const runRef = useRef<AbortController | null>(null)
  const stop = (next: CameraState) => {
    runRef.current?.abort()
    runRef.current = null
    setState(next)
  }
  const start = async () => {
    stop('opening')
    const run = new AbortController()
    runRef.current = run
    try {
      const video = await openCamera(videoRef, run.signal)
      if (run.signal.aborted) return
      setState('on')
      const text = await scanForCode(video, run.signal)
      if (text === null) return
      stop('off')
      onText(text)
    } catch (reason) {
      if (!run.signal.aborted) stop(toFault(reason))
    }
  }
  useEffect(() => {
    const handleVisibility = () => {
      if (document.visibilityState !== 'hidden' || !runRef.current) return
      runRef.current.abort()
      runRef.current = null
      setState('paused')
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      runRef.current?.abort()
    }
  }, [])
  return { state, start, stop: () => stop('off') }
}

/** Opens the rear camera. Its tracks stop with `signal`, even when permission is granted later. */
async function openCamera(videoRef: RefObject<HTMLVideoElement | null>, signal: AbortSignal) {
  if (!window.isSecureContext) throw new CameraError('insecure')
  // Some web views lack it, although its type requires it.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) throw new CameraError('missing')
  const stream = await devices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' } } })
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stopTracks()
  signal.addEventListener('abort', stopTracks, { once: true })
  const video = videoRef.current
  if (!video) throw new CameraError('failed')
  video.srcObject = stream
  if (!signal.aborted) await video.play()
  return video
}

/** @returns `null` when aborted */
async function scanForCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const read = await loadQrReader()
  const canvas = document.createElement('canvas')
  while (!signal.aborted) {
    const { videoWidth, videoHeight } = video
    if (videoWidth > 0) {
      const scale = Math.min(1, FRAME_PX / Math.max(videoWidth, videoHeight))
      const text = await read(draw(video, videoWidth * scale, videoHeight * scale, canvas))
      if (text !== null) return signal.aborted ? null : text
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return null
}

class CameraError extends Error {
  declare readonly fault: CameraFault

  constructor(fault: CameraFault) {
    super(fault)
    this.fault = fault
  }
}

/** Names of the errors of `getUserMedia`. */
const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'taken',
  AbortError: 'taken',
}

function toFault(reason: unknown): CameraFault {
  if (reason instanceof CameraError) return reason.fault
  return (reason instanceof DOMException && FAULTS[reason.name]) || 'failed'
}
