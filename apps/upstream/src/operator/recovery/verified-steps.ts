import type { LoggedAnswer, LoggedKind } from '@portal/contract/certificates/logged-text.ts'
import type { Selectable } from 'kysely'
import { readBody } from '#certificates/lookup/certificate-repository.ts'
import { readShown } from '#certificates/lookup/compare-with-log.ts'
import { makeAnswer } from '#log/certificate-answer.ts'
import { toLogEntry } from '#log/log-record.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { FormerDatabase, FormerEntry, FormerVersion } from './former-database.ts'

export type StoredCertificate = Selectable<Tables['certificates']>

/** States of a number by its newest entry. */
export const STATES = { publish: 'published', withdraw: 'withdrawn', reissue: 'reissued' } as const

/** An entry of a number with the text that was hashed into it. */
export interface Step extends Pick<FormerEntry, 'format' | 'note' | 'made_at'> {
  idx: number
  /** Base64. */
  entry: string
  salt: string
  text: string
  kind: LoggedKind
  prev: number | null
  change: Pick<StoredCertificate, 'reason' | 'changed_on' | 'newer_no'>
  version: FormerVersion
  body: Record<string, unknown>
  /** SHA-256 of its pictures, hex. */
  digests: readonly string[]
}

/**
 * Returns entries of a number with their texts.
 * @param group entries with valid seals
 * @param before stored state of the number
 * @returns `undefined` unless each has its text, and they continue the stored state
 */
export function findVerifiedSteps(
  group: readonly FormerEntry[],
  { listVersions, certificate }: FormerDatabase,
  before: StoredCertificate | undefined,
): Step[] | undefined {
  const certificateNo = group[0]?.certificate_no ?? ''
  const former = certificate(certificateNo)
  // After the restore, the number was given to a draft with another code.
  const isOther = before?.state === 'draft' && before.check_code_hash !== former?.check_code_hash
  if (!former || isOther) return undefined
  const versions = listVersions(certificateNo)
  const steps: Step[] = []
  let last = before?.log_index ?? null
  for (const entry of group) {
    const step = readStep(entry, versions)
    // A number that was removed with the demo content and added again begins a new chain.
    if (!step || (step.prev !== null && step.prev !== last)) return undefined
    steps.push(step)
    last = entry.idx
  }
  return steps
}

/** Members that a logged text has besides the certificate. */
interface LoggedMembers {
  kind: LoggedKind
  version: number
  reason?: string
  changedOn?: string
  newerNo?: string
}

function readStep(
  { certificate_no: certificateNo, salt, text, ...entry }: FormerEntry,
  versions: readonly FormerVersion[],
) {
  if (salt === null || text === null || toLogEntry(salt, text) !== entry.entry) return undefined
  const { kind, version, reason = null, changedOn = null, newerNo = null } = JSON.parse(text) as LoggedMembers
  for (const found of versions.filter((one) => one.version === version)) {
    const body = readBody(found.body)
    if (!body) continue
    const shownState = { certificateNo, version, state: STATES[kind], reason, changedOn, newerNo }
    const read = readShown(text, makeAnswer(shownState, body) as LoggedAnswer)
    if (!read) continue
    const change = { reason, changed_on: changedOn, newer_no: newerNo }
    const { prev = null, pictures: digests } = read
    return { ...entry, salt, text, kind, prev, change, version: found, body, digests }
  }
  return undefined
}
