import { type CallKey, findCall } from '../../packages/contract/src/calls.ts'
import { getInnerSchemas, getPersonalKind, type Personal, type Schema } from './members.ts'
import type { Input } from './plan.ts'
import type { Recorded } from './recording.ts'
import { createInvented, createPeoplePattern, type Invented, NUMBER, PHONE, scrubText } from './scrub-text.ts'

const PLACE = ['中国', '云南省', '昆明市', '电信']
const WORDS = '看石头的人'
const LINK = 'https://example.test/'
const WHEN = '2025-01-01 08:00:00'

/**
 * Returns the answers without personal data: members by `members.ts`, texts by `scrub-text.ts`. Members that the
 * contract does not name are dropped, as their kind is not decided.
 * @param replaced texts that must occur nowhere, such as the token of the login, and their replacements
 */
export function scrubAnswers(answers: readonly Recorded[], replaced: ReadonlyMap<string, string>): Recorded[] {
  const invented = createInvented(createIsKept(answers))
  const scrubAll = (people: RegExp | null) => {
    const originals = invented.known()
    const text = (value: string) => scrubText(applyReplacements(value, replaced), invented, people, originals)
    return answers.map((recorded) => scrubOne(recorded, { invented, text }))
  }
  // Names may occur in texts of earlier answers than those that identify them as names.
  scrubAll(null)
  const topics = collectTopics(answers)
  return scrubAll(createPeoplePattern([...invented.known().keys()].filter((name) => !topics.has(name))))
}

interface Tools {
  invented: Invented
  text: (value: string) => string
}

function scrubOne(recorded: Recorded, tools: Tools): Recorded {
  return {
    ...recorded,
    input: scrubInput(recorded.input, tools),
    answer: scrubEnvelope(recorded.call, recorded.answer, tools),
  }
}

function scrubInput(input: Input, tools: Tools): Input {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, scrub(name, value, undefined, tools) as string | number]),
  )
}

function scrubEnvelope(key: CallKey, answer: unknown, tools: Tools): unknown {
  if (!isRecord(answer)) return null
  const { data, extra } = findCall(key)
  const { code, message } = answer
  return {
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? tools.text(message) : '',
    data: scrub('', answer.data ?? null, data, tools),
    extra: isRecord(answer.extra) ? scrub('', answer.extra, extra, tools) : {},
  }
}

/** @param name name of the member that has the value; elements of a list have the name of the list */
function scrub(name: string, value: unknown, schema: Schema | undefined, tools: Tools): unknown {
  const kind = getPersonalKind(name)
  if (kind === 'drop' && value !== null) return null
  if (typeof value === 'string') return value === '' ? '' : scrubString(kind, value, tools)
  if (typeof value === 'number') return scrubNumber(kind, value, tools)
  const { items, properties } = getInnerSchemas(schema)
  if (Array.isArray(value)) return items ? value.map((element) => scrub(name, element, items, tools)) : []
  if (!isRecord(value)) return value
  if (!properties) return schema === undefined || Object.keys(value).length === 0 ? {} : null
  const members = Object.entries(value).flatMap(([member, inner]) => {
    const innerSchema = properties[member]
    return innerSchema ? [[member, scrub(member, inner, innerSchema, tools)] as const] : []
  })
  return Object.fromEntries(members)
}

function scrubString(kind: Personal | undefined, value: string, { invented, text }: Tools): string {
  switch (kind) {
    case 'name':
      return invented.name(value)
    case 'id':
      // Short numbers are ids of categories and the owner's, which are part of the contract.
      return changeEach(value, (one) => (/^\d{1,9}$/.test(one) ? one : invented.id(one)))
    case 'mail':
      return invented.mail(value)
    case 'phone':
      return PHONE
    case 'number':
      return NUMBER
    case 'picture':
      return changeEach(value, invented.picture)
    case 'place':
      return inventPlace(value)
    case 'link':
      return LINK
    case 'words':
      return WORDS
    case 'birth':
      return WHEN
    case 'certificate':
      return invented.certificate(value)
    default:
      return text(value)
  }
}

/** Replaces a number by a number. */
function scrubNumber(kind: Personal | undefined, value: number, tools: Tools): number {
  if (kind === 'id') return Math.abs(value) < 1e9 ? value : Number(tools.invented.id(String(value)))
  if (kind !== undefined) return Number(NUMBER)
  return tools.text(String(value)) === String(value) ? value : Number(NUMBER)
}

/** Changes each part of a list of addresses or ids, which are joined by commas, often with one too many. */
function changeEach(joined: string, change: (one: string) => string): string {
  if (/^data:/i.test(joined)) return change(joined)
  return joined
    .split(',')
    .map((one) => (one.trim() === '' ? one : change(one.trim())))
    .join(',')
}

/** Returns a place with as many parts as the original. */
function inventPlace(value: string): string {
  const separator = ['|', '-'].find((each) => value.includes(each))
  return separator ? PLACE.slice(0, value.split(separator).length).join(separator) : '昆明'
}

function applyReplacements(text: string, replaced: ReadonlyMap<string, string>): string {
  return [...replaced].reduce((clean, [original, invented]) => clean.replaceAll(original, invented), text)
}

/** Returns names of categories and tags: in a text they are words, although a user may have the same name. */
function collectTopics(answers: readonly Recorded[]): ReadonlySet<unknown> {
  const lists = answers.filter(({ call }) => call === 'GET /v1/category/' || call === 'GET /v1/tag/')
  const rows = lists.flatMap(({ answer }) => Object(answer).data ?? [])
  return new Set(rows.map((row: unknown) => Object(row).name))
}

/**
 * Returns whether a name stays. The organisation is no person: short forms of its name stay, such as its own account
 * has.
 */
function createIsKept(answers: readonly Recorded[]): (name: string) => boolean {
  const site = answers.find(({ call }) => call === 'GET /v1/webSiteInfo')?.answer
  const { data } = Object(site) as { data?: unknown }
  const { name } = Object(data) as { name?: unknown }
  const own = typeof name === 'string' ? [...name.trim()] : []
  const beginning = own.slice(0, 2).join('')
  return (other) =>
    own.length > 1 &&
    other.trim().startsWith(beginning) &&
    [...other.trim()].every((character) => own.includes(character))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
