import type { ChatClient } from '../../chat/chat-client.ts'
import { findViolatedGuarantees } from '../../chat/guarantees.ts'
import { untilHealed } from '../../chat/until-healed.ts'
import type { ScaleSite } from './scale-site.ts'

const HEALING_MS = 30_000

/** Returns lost, duplicated or disordered messages of these tabs, after they have had time to settle. */
export function findChatFaults(site: Pick<ScaleSite, 'stored'>, clients: readonly ChatClient[]): Promise<string[]> {
  const talkers = new Set(clients.map(({ userId }) => userId))
  return untilHealed(async () => {
    const stored = (await site.stored()).filter(({ fromUserId }) => talkers.has(fromUserId))
    return findViolatedGuarantees({ clients, stored, isNumbered: true })
  }, HEALING_MS)
}
