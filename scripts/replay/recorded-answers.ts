import type { Call } from '../../packages/contract/src/call.ts'
import { type CallKey, calls, findCall, toCallKey } from '../../packages/contract/src/calls.ts'
import { isPaged } from '../record/plan.ts'
import type { Recorded } from '../record/recording.ts'

/** The call of a request, with its input. */
export interface RecordedRequest {
  call: Call
  input: Readonly<Record<string, string>>
  pageNo: number
  pageSize: number
}

const PAGING = ['pageNo', 'pageSize', 'commentId']
/** Default values of parameters, which mean the same as an absent parameter. */
const DEFAULTS: Readonly<Record<string, string>> = { orderByDescColumn: 'create_time', categoryId: '0', tagId: '0' }
const PAGE_SIZE = 10
const PAGE_SIZE_MAX = 100

const patterns = (calls as readonly Call[])
  .filter(({ file }) => !file)
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))

/** Returns the contract's call of a request; `undefined`: none, or its address cannot be parsed. */
export function findRequest(method: string, url: string): RecordedRequest | undefined {
  if (!URL.canParse(url, 'http://replay')) return undefined
  const { pathname, searchParams } = new URL(url, 'http://replay')
  for (const { call, pattern } of patterns) {
    const found = call.method === method ? pattern.exec(pathname) : null
    if (!found) continue
    if (!isEncoded(pathname)) return undefined
    const params = Object.entries({ ...found.groups }).map(
      ([name, value]) => [name, decodeURIComponent(value)] as const,
    )
    const query = Object.keys(call.query?.properties ?? {}).flatMap((name) => {
      const value = searchParams.get(name)
      // Pages are cut below. Identities, including tokens, are ignored: a recording has no accounts.
      const isIgnored = PAGING.includes(name) || name in (call.identity ?? {})
      const isGiven = value !== null && value !== '' && value !== DEFAULTS[name] && !isIgnored
      return isGiven ? [[name, value] as const] : []
    })
    const pageNo = Math.max(1, Number(searchParams.get('pageNo')) || 1)
    const pageSize = searchParams.has('pageNo') ? Number(searchParams.get('pageSize')) || PAGE_SIZE : PAGE_SIZE
    return {
      call,
      input: Object.fromEntries([...params, ...query]),
      pageNo,
      pageSize: Math.min(pageSize, PAGE_SIZE_MAX),
    }
  }
  return undefined
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Looks up the recorded answers for visitors. */
export function createRecordedAnswers(recording: readonly Recorded[]) {
  const visible = recording.filter(({ isOwn }) => !isOwn)
  const byKey = new Map(visible.map((recorded) => [makeKey(findCall(recorded.call), recorded.input), recorded]))
  const absent = new Set(visible.filter(({ answer }) => answer === null).map(({ call }) => call))

  function find(call: Call, input: RecordedRequest['input']): Recorded | undefined {
    return byKey.get(makeKey(call, input)) ?? narrowRows(call, input)
  }

  /**
   * Returns a list with several filters from the list with one of them; a search in a category returns hits of all
   * categories, as other upstreams do.
   */
  function narrowRows(
    call: Call,
    { tagId, orderByDescColumn, categoryId, ...input }: RecordedRequest['input'],
  ): Recorded | undefined {
    const filters = {
      ...(tagId && { tagId }),
      ...(orderByDescColumn && { orderByDescColumn }),
      ...(categoryId && { categoryId }),
    }
    if (Object.keys(filters).length === 0) return undefined
    if (input.keyword !== undefined) return byKey.get(makeKey(call, input))
    if (!tagId || Object.keys(filters).length === 1) return undefined
    const whole = byKey.get(makeKey(call, { ...input, ...filters, tagId: undefined }))
    return whole && { ...whole, answer: replaceRows(whole.answer, (rows) => rows.filter((row) => hasTag(row, tagId))) }
  }

  return {
    /** Whether upstream did not have the call. */
    isAbsent: (key: CallKey) => absent.has(key),
    /** Returns status and envelope; `undefined`: not recorded. */
    answer({ call, input, pageNo, pageSize }: RecordedRequest): { status: number; answer: unknown } | undefined {
      const recorded = find(call, input)
      if (!recorded) return undefined
      const { status, answer } = recorded
      return { status, answer: isPaged(call) ? selectPage(answer, pageNo, pageSize) : answer }
    },
  }
}

function makeKey(call: Call, input: Readonly<Record<string, string | number | undefined>>): string {
  const values = Object.entries(input).filter(([, value]) => value !== undefined)
  return `${toCallKey(call)} ${JSON.stringify(values.map(([name, value]) => [name, String(value)]).sort())}`
}

type Rows = readonly unknown[]

function replaceRows(
  answer: unknown,
  change: (rows: Rows) => Rows,
  more: (rows: Rows) => object = () => ({}),
): unknown {
  const { data } = Object(answer) as { data?: unknown }
  const { records } = Object(data) as { records?: unknown }
  if (!Array.isArray(records)) return answer
  return { ...Object(answer), data: { ...Object(data), ...more(records), records: change(records) } }
}

/**
 * Returns one page of all recorded rows: their number is the total, so that no page is offered that was not recorded.
 */
function selectPage(answer: unknown, current: number, size: number): unknown {
  const from = (current - 1) * size
  return replaceRows(
    answer,
    (rows) => rows.slice(from, from + size),
    ({ length: total }) => ({ total, size, current, pages: Math.ceil(total / size) }),
  )
}

function hasTag(row: unknown, tagId: string): boolean {
  const { tagList } = Object(row) as { tagList?: unknown }
  return Array.isArray(tagList) && tagList.some((tag) => String(Object(tag).id) === tagId)
}
