import { vi } from 'vitest'

/** A worker that answers every task with a picture of 400 × 200 px. */
class FakePictureWorker extends EventTarget {
  postMessage({ id }: { id: number }): void {
    const data = { id, blob: new Blob(['jpeg'], { type: 'image/jpeg' }), source: { width: 400, height: 200 } }
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

/** Replaces the worker that scales pictures. */
export function stubPictureWorker(): void {
  vi.stubGlobal('Worker', FakePictureWorker)
  vi.stubGlobal('OffscreenCanvas', class {})
}
