import type { Message } from '@portal/contract/community/messages.ts'
import type { Push, PushBus } from './push-bus.ts'
import type { SocketHub } from './socket-hub.ts'

/** Loads rows in the form of frames, without deleted ones. */
type LoadMessages = (ids: readonly string[]) => Promise<readonly Message[]>

interface Options {
  bus: PushBus
  hub: Pick<SocketHub, 'has' | 'send' | 'restart'>
  /** Loads the rows that a push names. */
  load: Record<Push['kind'], LoadMessages>
  onError: (error: Error) => void
}

/** Rows per query. */
const BATCH = 100
/** Maximum waiting pushes; clients that are so far behind fetch the list themselves. */
const WAITING_MAX = 20_000

/** Makes a frame. Members without a value are left out, unlike in HTTP. */
function toFrame(message: Message, { index }: Push): string {
  const members = index === undefined ? message : { ...message, index }
  return JSON.stringify(members, (_name, value) => (value === null ? undefined : value))
}

/** Delivers the pushes of the bus to the sockets of this process, in order. */
export function startPusher({ bus, hub, load, onError }: Options): void {
  let waiting: Push[] = []
  let isBusy = false

  async function deliver(batch: readonly Push[]): Promise<void> {
    const listIds = (kind: Push['kind']) => batch.filter((push) => push.kind === kind && !push.row).map(({ id }) => id)
    const loaded = [...(await load.message(listIds('message'))), ...(await load.notice(listIds('notice')))]
    const byId = new Map(loaded.map((message) => [message.id, message]))
    for (const push of batch) {
      const found = push.row ?? byId.get(push.id)
      if (found) hub.send(push.to, toFrame(found, push))
    }
  }

  async function deliverPushes(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        await deliver(batch)
      } catch (error) {
        onError(error as Error)
        hub.restart([...new Set(batch.flatMap(({ to }) => to))])
      }
    }
    isBusy = false
  }

  bus.listen({
    receive(push) {
      if (!push.to.some(hub.has)) return
      waiting.push(push)
      if (waiting.length > WAITING_MAX) {
        waiting = []
        hub.restart()
      }
      void deliverPushes()
    },
    onMissed: () => hub.restart(),
  })
}
