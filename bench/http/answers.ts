import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Body as received, compressed or not. */
  body: Buffer
}

/** Fetches an answer and leaves its encoding unchanged. */
export async function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    request(url, { headers }, async (answer) => {
      const body = await buffer(answer)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body })
    })
      .on('error', reject)
      .end()
  })
}

/** Headers of a connection or of one answer alone: the constant answer's server sets its own. */
const OWN = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding', 'x-request-id'])

/** Writes a constant answer for `http-bare-server.ts`. */
export function keepAnswer(folder: string, name: string, { headers, body }: Answer): string {
  const file = join(folder, `${name}.body`)
  writeFileSync(file, body)
  const kept = Object.fromEntries(Object.entries(headers).filter(([header]) => !OWN.has(header)))
  const note = join(folder, `${name}.json`)
  writeFileSync(note, JSON.stringify({ headers: kept, file }))
  return note
}
