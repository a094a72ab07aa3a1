import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toCallKey } from '../../packages/contract/src/calls.ts'
import { CODE } from '../../packages/contract/src/errors.ts'
import type { Recorded } from '../record/recording.ts'
import { createRecordedAnswers, findRequest } from './recorded-answers.ts'

/** Message for logins, certificate lookups and everything that is submitted. */
const REFUSED = '这里播放的是录制的数据，不能登录、查询证书或提交内容'
const NOT_RECORDED = '录制的数据中没有这个请求'
const SESSION_OVER = '当前会话已过期，请重新登录'
/** Calls that every page makes by itself and whose answer it ignores. */
const COUNTED: ReadonlySet<string> = new Set(['GET /v1/report', 'POST /v1/hot'])
const PICTURE = /^\/file\/img\/recorded-(\d+)\.svg$/
const NOT_FOUND = 404

export interface ReplayServer {
  url: string
  close(): Promise<void>
}

interface Options {
  recording: readonly Recorded[]
  /** Receives one line for each call that is not recorded, once. */
  warn: (line: string) => void
}

/**
 * Starts an upstream on a free port that answers as recorded. Pictures are drawn: the real ones are not in a recording.
 */
export async function startReplay({ recording, warn }: Options): Promise<ReplayServer> {
  const answers = createRecordedAnswers(recording)
  const warned = new Set<string>()

  function answerTo(method: string, url: string): { status: number; answer: unknown } {
    const request = findRequest(method, url)
    if (!request) return answerMissing(`${method} ${url}`)
    const { call } = request
    const key = toCallKey(call)
    if (COUNTED.has(key)) return makeEnvelope(CODE.ok, '成功')
    if (method !== 'GET' || call.changesState) return makeEnvelope(CODE.rule, REFUSED)
    if (call.access !== 'public') return makeEnvelope(CODE.unauthenticated, SESSION_OVER)
    if (answers.isAbsent(key)) return { ...makeEnvelope(CODE.noSuchCall, NOT_RECORDED), status: NOT_FOUND }
    return answers.answer(request) ?? answerMissing(`${key} ${JSON.stringify(request.input)}`)
  }

  function answerMissing(name: string) {
    if (!warned.has(name)) warn(`not in the recording: ${name}`)
    warned.add(name)
    return { ...makeEnvelope(CODE.noSuchCall, NOT_RECORDED), status: NOT_FOUND }
  }

  const server = createServer((request, response) => {
    // Bodies of refused calls are not read.
    request.resume()
    const { method = 'GET', url = '/' } = request
    const [, picture] = PICTURE.exec(url) ?? []
    if (picture !== undefined && method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawPicture(Number(picture)))
      return
    }
    const { status, answer } = answerTo(method, url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  // The value is upstream's: no idle connection is closed while the BFF sends a request on it.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function makeEnvelope(code: number, message: string) {
  return { status: 200, answer: { code, message, data: null, extra: {} } }
}

/** Draws a plain picture with its number. */
function drawPicture(number: number): string {
  const hue = (number * 47) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"><rect width="640" height="480" fill="hsl(${hue} 25% 80%)"/><text x="320" y="270" font-size="96" text-anchor="middle" fill="hsl(${hue} 25% 35%)">${number}</text></svg>`
}
