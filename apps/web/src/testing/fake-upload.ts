import { vi } from 'vitest'

/** A fake XMLHttpRequest; the test acts as the server. */
export class FakeUpload {
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 200
  responseText = ''
  sent: unknown
  isAborted = false

  constructor() {
    uploads.push(this)
  }

  open(): void {}
  setRequestHeader(): void {}
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\n'
  }
  send(body: unknown): void {
    this.sent = body
  }
  abort(): void {
    this.isAborted = true
    this.onabort?.()
  }

  progress(part: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: part, total: 1 })
  }
  answer(envelope: object): void {
    this.responseText = JSON.stringify(envelope)
    this.onload?.()
  }
}

let uploads: FakeUpload[] = []

/**
 * Replaces XMLHttpRequest for one test.
 * @returns the uploads started, oldest first
 */
export function fakeUploads(): readonly FakeUpload[] {
  uploads = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  return uploads
}
