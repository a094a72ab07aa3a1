import { createHash } from 'node:crypto'
import { checkCosignature } from '../../../packages/contract/src/tlog/cosignatures.ts'
import { toHex } from '../../../packages/contract/src/tlog/hashing.ts'
import {
  COSIGNATURE,
  readNote,
  readVerifierKey,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import { type LogOptions, openLog } from './log-files.ts'
import { readSeen, type Seen } from './seen.ts'
import { Misfit, Misuse, Unreachable } from './verdicts.ts'

const SECOND_MS = 1000

export interface Witness {
  key: VerifierKey
  /** Monitoring prefix. If it is absent, the log's checkpoint must contain the cosignature. */
  address: string | undefined
}

/** A checkpoint that a witness cosigned. */
export interface Witnessed extends Seen {
  by: string
  /** Time of the cosignature, ISO 8601. */
  at: string
}

/** @param text `<verifier key>`, or `<verifier key> <address>` @throws Misuse */
export async function readWitness(text: string): Promise<Witness> {
  const [keyText = '', address, ...more] = text.trim().split(/\s+/)
  const key = await readVerifierKey(keyText)
  if (key?.type !== COSIGNATURE || more.length > 0 || (address !== undefined && !URL.canParse(address))) {
    throw new Misuse(`--witness ${text}: not the verifier key of a witness, or with more than its address behind`)
  }
  return { key, address }
}

/**
 * Fetches a witness's own copy of the checkpoint.
 * @throws Misfit, Unreachable
 */
export async function fetchWitnessed(
  { key, address = '' }: Witness,
  log: VerifierKey,
  network: Pick<LogOptions, 'get' | 'sleep'>,
): Promise<Witnessed> {
  const origin = toHex(createHash('sha256').update(log.name).digest())
  const note = await openLog({ address: `${address.replace(/\/+$/, '')}/${origin}`, ...network }).checkpoint()
  const seen = await readSeen(note, log)
  const at = await readCosignatureTime(note, key)
  if (at === undefined) throw new Misfit(`${key.name} keeps a checkpoint that it has not cosigned`, [note])
  return { ...seen, by: key.name, at }
}

/**
 * Returns when the witness cosigned the checkpoint that the log serves.
 * @throws Misfit, Unreachable when it did not
 */
export async function checkServed({ key }: Witness, { note }: Seen): Promise<string> {
  const at = await readCosignatureTime(note, key)
  if (at !== undefined) return at
  throw new Unreachable(
    `${key.name} has not cosigned this checkpoint; that takes a minute, or give the witness's address behind its key`,
  )
}

/** @returns `undefined` for a missing line. @throws Misfit for a wrong one */
async function readCosignatureTime(note: string, key: VerifierKey): Promise<string | undefined> {
  const signed = readNote(note)
  const { check, timeS } = signed ? await checkCosignature(signed, key) : { check: 'missing' as const, timeS: 0 }
  if (check === 'wrong') throw new Misfit(`the cosignature of ${key.name} is wrong`, [note])
  return check === 'right' ? new Date(timeS * SECOND_MS).toISOString() : undefined
}
