import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CallKey, calls, toCallKey } from '../../packages/contract/src/calls.ts'
import type { Input } from './plan.ts'

/** One answer of an upstream. */
export interface Recorded {
  call: CallKey
  /** Parameters of path and query, except those of paging. */
  input: Input
  /** Whether the answer is the account's own, which no visitor may read. */
  isOwn: boolean
  status: number
  /** The envelope; `null`: the upstream does not have the call. The envelope of a paged call has all fetched rows. */
  answer: unknown
}

interface Entry extends Omit<Recorded, 'answer'> {
  file: string
}

/** Version of the form below; another one is refused. */
const VERSION = 1
const INDEX = 'index.json'
const ANSWERS = 'answers'

/** The folder is no recording, or a broken one. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

/**
 * Writes a folder with an index and a file for each answer, and removes the answers of an earlier recording.
 * @throws RecordingError when the folder contains something else
 */
export function writeRecording(folder: string, answers: readonly Recorded[], notes: { on: string }): void {
  assertWritable(folder)
  rmSync(path.join(folder, ANSWERS), { recursive: true, force: true })
  mkdirSync(path.join(folder, ANSWERS), { recursive: true })
  const taken = new Set<string>()
  const entries = answers.map(({ answer, ...entry }): Entry => {
    const file = `${ANSWERS}/${findFreeName(makeFileName(entry), taken)}.json`
    write(path.join(folder, file), answer)
    return { ...entry, file }
  })
  write(path.join(folder, INDEX), { version: VERSION, ...notes, entries })
}

/** @throws RecordingError one line about a folder that contains something other than a recording */
export function assertWritable(folder: string): void {
  const names = read(folder, () => readdirSync(folder), [])
  if (names.length > 0 && !hasIndex(folder, names)) {
    throw new RecordingError(`${folder} holds other files: accepted is a new folder, or one with a recording`)
  }
}

function hasIndex(folder: string, names: readonly string[]): boolean {
  return names.includes(INDEX) && Object(readJson(folder, INDEX)).version === VERSION
}

/** @throws RecordingError one line about the missing or broken part */
export function readRecording(folder: string): Recorded[] {
  const index = readJson(folder, INDEX)
  const { version, entries } = Object(index) as { version?: unknown; entries?: unknown }
  if (version !== VERSION || !Array.isArray(entries)) {
    throw new RecordingError(`${folder} is no recording: ${INDEX} is not of version ${VERSION}`)
  }
  const known = new Set<string>(calls.map(toCallKey))
  return entries.map((entry: unknown) => {
    const { call, input, isOwn, status, file } = Object(entry) as Record<string, unknown>
    const isEntry =
      typeof file === 'string' &&
      /^answers\/[^/\\]+\.json$/.test(file) &&
      Number.isInteger(status) &&
      Number(status) >= 200 &&
      Number(status) < 600 &&
      known.has(String(call))
    if (!isEntry) throw new RecordingError(`${folder} is a broken recording: ${INDEX} has an entry that cannot be read`)
    return {
      call: call as CallKey,
      input: Object(input) as Input,
      isOwn: isOwn === true,
      status: Number(status),
      answer: readJson(folder, file),
    }
  })
}

function readJson(folder: string, name: string): unknown {
  const text = read(folder, () => readFileSync(path.join(folder, name), 'utf8'))
  if (text === undefined) throw new RecordingError(`${folder} is no recording: ${name} is missing`)
  try {
    return JSON.parse(text)
  } catch {
    throw new RecordingError(`${folder} is a broken recording: ${name} is not JSON`)
  }
}

/** `absent` where there is none. */
function read<T>(folder: string, reading: () => T): T | undefined
function read<T>(folder: string, reading: () => T, absent: T): T
function read<T>(folder: string, reading: () => T, absent?: T): T | undefined {
  try {
    return reading()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return absent
    throw new RecordingError(`${folder} cannot be read (${code})`)
  }
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function makeFileName({ call, input, isOwn }: Omit<Recorded, 'answer'>): string {
  const values = Object.entries(input).map(([name, value]) => `${name}=${value}`)
  const text = [call.replace(/^GET \//, '').replaceAll('/', '.'), ...values].join('_')
  return `${isOwn ? 'own_' : ''}${text}`.replace(/[^\p{L}\p{N}=._-]+/gu, '').slice(0, 80)
}

function findFreeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}_${number}`
  taken.add(name.toLowerCase())
  return name
}
