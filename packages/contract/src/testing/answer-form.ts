import { Ajv, type ErrorObject } from 'ajv'
import { UserInfo } from '../accounts/users.ts'
import type { Call } from '../call.ts'

/** A deviation of an answer from the contract. */
export interface FormDeparture {
  /** The difference, e.g. `data.records[].id is a text`. */
  differs: string
  /** The type in the contract, e.g. `integer`. */
  says: string
}

export interface AnswerForm {
  /** Parts of the answer that the contract does not allow. */
  departures: FormDeparture[]
  /** Members that the contract does not name, e.g. `data.records[].ip`: pages never see them. */
  unnamed: string[]
}

type Node = Readonly<Record<string, unknown>>

const ENVELOPE = { code: 'integer', message: 'string', data: 'unknown', extra: 'object' } as const
/** Longer texts are reported by their length only. */
const SHOWN_MAX = 40

const ajv = new Ajv({ strict: false, allowUnionTypes: true, allErrors: true, verbose: true })
const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>()

/** Compares an answer with its call, strictly. @param from server that answered: the BFF never forwards a token */
export function checkAnswerForm(call: Call, answer: unknown, from: 'upstream' | 'bff'): AnswerForm {
  const form = checkEnvelope(answer)
  if (!isRecord(answer) || answer.code !== 200) return form
  const data = call.carriesToken && from === 'bff' ? UserInfo : call.data
  compare(data, answer.data, 'data', form)
  // A missing member is already reported.
  if (call.extra && isRecord(answer.extra)) compare(call.extra, answer.extra, 'extra', form)
  else if (isRecord(answer.extra)) form.unnamed.push(...Object.keys(answer.extra).map((name) => `extra.${name}`))
  form.unnamed = [...new Set(form.unnamed)].sort()
  return form
}

function checkEnvelope(answer: unknown): AnswerForm {
  if (!isRecord(answer))
    return { departures: [{ differs: `the answer is ${describeValue(answer)}`, says: 'an envelope' }], unnamed: [] }
  const departures = Object.entries(ENVELOPE).flatMap(([name, type]) => {
    if (!(name in answer)) return [{ differs: `${name} is missing`, says: `${name} is always there` }]
    const value = answer[name]
    const isRight =
      type === 'unknown' ||
      (type === 'integer' && Number.isInteger(value)) ||
      (type === 'object' ? isRecord(value) : typeof value === type)
    return isRight ? [] : [{ differs: `${name} is ${describeValue(value)}`, says: type }]
  })
  if (typeof answer.code === 'number' && answer.code !== 200 && answer.data !== null && answer.data !== undefined) {
    departures.push({ differs: `data of an error is ${describeValue(answer.data)}`, says: 'null' })
  }
  return { departures, unnamed: Object.keys(answer).filter((name) => !(name in ENVELOPE)) }
}

function compare(schema: object, value: unknown, at: string, form: AnswerForm): void {
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  if (!validate(value)) {
    for (const error of selectTellingErrors(validate.errors ?? [])) form.departures.push(toDeparture(error, at))
  }
  form.unnamed.push(...listUnnamed(schema as Node, value, at))
}

/** Selects the errors that explain a fault: for `T or null`, drops the one about null and keeps those about `T`. */
function selectTellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null')
  return telling.length > 0 ? telling : errors
}

function toDeparture(
  { instancePath, keyword, params, data, schema, message = '' }: ErrorObject,
  at: string,
): FormDeparture {
  const path = at + instancePath.replace(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.')
  if (keyword === 'required') {
    return {
      differs: `${path}.${params.missingProperty} is missing`,
      says: `${params.missingProperty} is always there`,
    }
  }
  const isSecret = /token|password/i.test(path)
  const says = keyword === 'type' ? [schema].flat().join(' or ') : message
  return { differs: `${path} is ${isSecret ? 'of another form' : describeValue(data)}`, says }
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.length <= SHOWN_MAX ? `the text "${value}"` : `a text of ${value.length} characters`
}

/** Lists members that no branch of the schema names. */
function listUnnamed(schema: Node, value: unknown, at: string): string[] {
  const branches = (schema.anyOf as Node[] | undefined) ?? [schema]
  if (Array.isArray(value)) {
    const items = branches.find((branch) => isRecord(branch.items))?.items as Node | undefined
    return items ? value.flatMap((element) => listUnnamed(items, element, `${at}[]`)) : []
  }
  if (!isRecord(value)) return []
  const named = branches.find((branch) => isRecord(branch.properties))
  if (!named) return []
  const properties = named.properties as Record<string, Node>
  const patterns = Object.keys((named.patternProperties as object | undefined) ?? {}).map((one) => new RegExp(one, 'u'))
  return Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = properties[name]
    if (memberSchema) return listUnnamed(memberSchema, member, `${at}.${name}`)
    return patterns.some((pattern) => pattern.test(name)) ? [] : [`${at}.${name}`]
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
