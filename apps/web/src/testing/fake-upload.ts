import { vi } from 'vitest'

/** An upload whose other end is the test. */
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

/** Puts fakes in the place of the browser's uploads for one test. @returns those that were begun, oldest first */
export function fakeUploads(): readonly FakeUpload[] {
  uploads = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  return uploads
}
