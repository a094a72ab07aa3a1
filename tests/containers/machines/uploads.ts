import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserLogin } from '../../chat/browser-login.ts'

/** Pause between two uploads. ms. */
const PAUSE_MS = 1_000
const PATIENCE_MS = 20_000
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An upload that was refused since object storage is away. */
interface Refused {
  message: string
  tookMs: number
}

export type Uploads = ReturnType<typeof startUploads>

/**
 * Uploads one picture after the other, each to the next of `choose()`. A picture that was refused since object storage
 * is away is sent again until it is accepted.
 * @param logins several, as an account may upload 200 files an hour
 * @param choose addresses of machines that are in use
 */
export function startUploads(logins: readonly BrowserLogin[], choose: () => readonly string[]) {
  const kept: string[] = []
  const refused: Refused[] = []
  const faults: string[] = []
  let isEnded = false

  async function uploadAll(): Promise<void> {
    for (let turn = 0; !isEnded; turn += 1) {
      const urls = choose()
      await keep(urls[turn % urls.length] ?? '', logins[turn % logins.length] as BrowserLogin)
      await wait(PAUSE_MS)
    }
  }

  async function keep(url: string, login: BrowserLogin): Promise<void> {
    for (;;) {
      const startMs = performance.now()
      try {
        const { code, message, data } = await upload(url, login)
        if (code === 200) return void kept.push(data)
        if (!message.startsWith('文件存储暂时连不上')) return void faults.push(`upload to ${url}: ${code} ${message}`)
        refused.push({ message, tookMs: performance.now() - startMs })
      } catch (error) {
        return void faults.push(`upload to ${url}: ${error} ${(error as Error).cause}`)
      }
      await wait(PAUSE_MS)
    }
  }

  const running = uploadAll()
  return {
    /** Addresses of acknowledged pictures. */
    kept: kept as readonly string[],
    refused: refused as readonly Refused[],
    faults: faults as readonly string[],
    async end() {
      isEnded = true
      await running
    },
  }
}

/** Uploads a picture as the editor does. */
export async function upload(url: string, { headers }: BrowserLogin) {
  const body = new FormData()
  body.append('multipartFile', new Blob([PICTURE], { type: 'image/png' }), 'dot.png')
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(`${url}/file/upload`, { method: 'POST', headers, body, signal })
  return (await answer.json()) as { code: number; message: string; data: string }
}
