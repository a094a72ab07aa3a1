import type { ServerFrame } from '@portal/contract/frames.ts'
import { SOCKET_PATH } from '@portal/contract/socket.ts'
import { WebSocket } from 'ws'

type Kind = ServerFrame['t']
type FrameOf<K extends Kind> = Extract<ServerFrame, { t: K }>

/** A browser's socket in a test. */
export interface ChatClient {
  readonly socket: WebSocket
  /** All received frames, in order. */
  readonly frames: readonly ServerFrame[]
  /** Returns the next frame of this kind after those that were returned already; skips those before it. */
  next<K extends Kind>(kind: K): Promise<FrameOf<K>>
  send(frame: object | string | Buffer): void
  /** Resolves with the close code. */
  readonly closed: Promise<number>
}

interface Options {
  /** `http://…` */
  address: string
  cookie?: string
  origin?: string | null
  /** Whether the client reads nothing after its handshake. */
  isDeaf?: boolean
}

/** Opens a socket as our own page does; the test sees only what a browser sees. */
export function openChat({ address, cookie, origin = null, isDeaf = false }: Options): ChatClient {
  const headers = { ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}) }
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${SOCKET_PATH}`, { headers, perMessageDeflate: false })
  const frames: ServerFrame[] = []
  let read = 0
  let waiting: (() => void)[] = []
  let isOver = false

  function wake(): void {
    for (const resolve of waiting.splice(0)) resolve()
  }

  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    wake()
  })
  // The close code names the reason.
  socket.on('error', () => undefined)
  if (isDeaf) socket.once('open', () => socket.pause())
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      isOver = true
      wake()
      resolve(code)
    })
  })

  return {
    socket,
    frames,
    closed,
    async next<K extends Kind>(kind: K) {
      for (;;) {
        while (read < frames.length) {
          const frame = frames[read]
          read += 1
          if (frame?.t === kind) return frame as FrameOf<K>
        }
        if (isOver) throw new Error(`closed before a frame «${kind}» came: ${JSON.stringify(frames)}`)
        await new Promise<void>((resolve) => {
          waiting = [...waiting, resolve]
        })
      }
    },
    send(frame) {
      const isRaw = typeof frame === 'string' || Buffer.isBuffer(frame)
      socket.send(isRaw ? frame : JSON.stringify(frame))
    },
  }
}
