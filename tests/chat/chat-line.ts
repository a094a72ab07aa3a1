import type { ClientFrame, ServerFrame } from '../../packages/contract/src/frames.ts'
import { SOCKET_PATH } from '../../packages/contract/src/socket.ts'
import type { BrowserLogin } from './browser-login.ts'

/** One socket, from its welcome frame to its close. */
export interface ChatLine {
  send(frame: ClientFrame): void
  close(): void
  /** Resolves with the close code. */
  readonly ended: Promise<number>
}

interface Options {
  siteUrl: string
  login: BrowserLogin
  onFrame: (frame: ServerFrame) => void
}

/** Time-out for the first frame, as in the browser. ms. */
const WELCOME_MS = 10_000

/** Node's sockets accept headers, which browsers send themselves. */
const NodeSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket

/** Opens a socket. @returns the line after its welcome, or the close code of the failed attempt */
export function openChatLine({ siteUrl, login, onFrame }: Options): Promise<ChatLine | number> {
  const socket = new NodeSocket(siteUrl.replace(/^http/, 'ws') + SOCKET_PATH, { headers: login.headers })
  return new Promise((resolve) => {
    let isWelcome = false
    const ended = new Promise<number>((end) => {
      socket.onclose = ({ code }) => {
        clearTimeout(patience)
        resolve(code)
        end(code)
      }
    })
    const patience = setTimeout(() => {
      resolve(0)
      socket.close()
    }, WELCOME_MS)
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as ServerFrame
      if (!isWelcome) {
        isWelcome = true
        clearTimeout(patience)
        const send = (sent: ClientFrame) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(sent))
        }
        resolve({ send, close: () => socket.close(), ended })
      }
      onFrame(frame)
    }
  })
}
