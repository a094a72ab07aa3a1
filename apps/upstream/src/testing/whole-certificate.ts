import { Certificate } from '@portal/contract/certificates/certificates.ts'

/** Members of a JSON schema that the contract uses for certificates. */
interface Schema {
  type?: string | readonly string[]
  pattern?: string
  anyOf?: readonly Schema[]
  items?: Schema
}

/** Conclusion and picture of `makeWholeBody`. */
export const CONCLUSION = '所验之石'
export const PICTURE = 'whole-certificate.png'

const DAY = '^\\d{4}-\\d{2}-\\d{2}$'
const MEMBERS: Readonly<Record<string, unknown>> = {
  conclusion: CONCLUSION,
  category: 'diamond',
  pictures: [{ url: `/file/img/${PICTURE}`, caption: '正面', widthMm: 20.5 }],
  printed: { totalMassG: '1.50' },
}

/** The columns of number and version are not in the text. */
const memberSchemas = Object.entries(Certificate.properties as Record<string, Schema>).filter(
  ([name]) => name !== 'certificateNo' && name !== 'version',
)

/** Makes a text with every member of the contract, later ones included, and a free one. */
export function makeWholeBody(): Record<string, unknown> {
  const members = memberSchemas.map(([name, schema]) => [name, MEMBERS[name] ?? makeSample(schema, name)])
  return { ...Object.fromEntries(members), 拉曼光谱: '1042 cm⁻¹' }
}

function makeSample(schema: Schema, name: string): unknown {
  const [first] = schema.anyOf ?? []
  if (first) return makeSample(first, name)
  const [type] = [schema.type].flat()
  if (type === 'string') return schema.pattern === DAY ? '2026-11-03' : `甲${name}`
  if (type === 'number') return 1.5
  if (type === 'array' && schema.items) return [makeSample(schema.items, name)]
  throw new Error(`the tests know no value for the member ${name}`)
}

/** Makes texts that differ from `body` in one member, named after the change. */
export function makeAlteredBodies(body: Record<string, unknown>): [what: string, altered: Record<string, unknown>][] {
  const changed = Object.keys(body).flatMap((name) =>
    listAlterations(body[name]).map(([what, value]): [string, Record<string, unknown>] => [
      `${name} ${what}`,
      { ...body, [name]: value },
    ]),
  )
  // `printed` only adds digits to numbers: without it the same numbers are shown.
  const names = Object.keys(body).filter((name) => name !== 'printed')
  const removed = names.map((name): [string, Record<string, unknown>] => {
    const { [name]: _removed, ...rest } = body
    return [`${name} removed`, rest]
  })
  return [...changed, ...removed, ['a free member added', { ...body, 产地: '湖北' }]]
}

function listAlterations(value: unknown): [what: string, altered: unknown][] {
  if (typeof value === 'string') return [['changed', `${value}改`]]
  if (typeof value === 'number') return [['changed', value + 1]]
  if (Array.isArray(value)) {
    const [first] = value
    return [
      ...listAlterations(first).map(([what, altered]): [string, unknown] => [`item ${what}`, [altered]]),
      ['item repeated', [first, first]],
    ]
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) =>
      listAlterations(member).map(([what, altered]): [string, unknown] => [
        `${name} ${what}`,
        { ...value, [name]: altered },
      ]),
    )
  }
  throw new Error('the tests know no alteration of this value')
}
