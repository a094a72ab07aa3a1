import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figure } from '../figure.ts'
import type { EdgeAnswer } from './asking.ts'
import { type EdgeOfSites, makeStranger, startEdgeOfSites, type Visitor } from './edge-of-sites.ts'
import { hasNginx } from './stub-site.ts'

const REQUESTS = figure({ quick: 1_000, soak: 10_000 })
const AT_ONCE = 32
const ARTICLE = 1

/** Pages and public calls, which nginx caches, mixed with calls whose answers belong to one member. */
const ADDRESSES: readonly string[] = [
  ...['/', '/', `/article/${ARTICLE}`, `/article/${ARTICLE}`, '/say', '/certificate-check', '/user', '/im', '/notice'],
  ...[`/v1/article/info?id=${ARTICLE}`, `/v1/article/info?id=${ARTICLE}`, '/v1/webSiteInfo', '/v1/'],
  ...['/v1/say/getSayList?pageNo=1&pageSize=10', '/v1/article/?pageNo=1&pageSize=10', '/v1/hot'],
  ...['/bff/session', '/v1/im/getRoomList', '/v1/user/sessions', '/v1/collect/?pageNo=1&pageSize=10'],
  ...['/v1/im/getMessageNotice?type=2&pageNo=1&pageSize=10', '/v1/im/getNewSystemNotice'],
]

interface Person extends Visitor {
  /** Texts that occur only in answers to this member. */
  marks: readonly string[]
  likes: boolean
}

describe.skipIf(!hasNginx())('two members and a visitor at the edge', () => {
  let edge: EdgeOfSites
  let persons: readonly Person[]
  let history: string
  beforeAll(async () => {
    edge = await startEdgeOfSites(null)
    const owner = await edge.join('owner', 'owner')
    history = `/v1/im/selectUserImHistory?toUserId=${owner.id}`
    const member = async (name: string, likes: boolean): Promise<Person> => {
      const mark = `nickname-of-${name}`
      const visitor = await edge.join(mark)
      const secret = `message-of-${name}`
      const body = { code: 2, fromUserId: visitor.id, toUserId: owner.id, content: secret, type: 1 }
      expect(await edge.visit(visitor, '/v1/im/chat', { method: 'POST', body })).toMatchObject({ status: 200 })
      if (likes) await edge.visit(visitor, `/v1/article/like?articleId=${ARTICLE}`)
      return { ...visitor, marks: [mark, secret, visitor.id, visitor.cookies.get('session') ?? ''], likes }
    }
    persons = [await member('anna', true), await member('bert', false), { ...makeStranger(), marks: [], likes: false }]
  })
  afterAll(() => edge?.close())

  it(`get their own answers and none of each other in ${REQUESTS} answers`, async () => {
    const ids: string[] = []
    const own = new Map<Person, string>(persons.map((person) => [person, '']))
    const faults: string[] = []

    function check(person: Person, address: string, answer: EdgeAnswer): void {
      const whole = JSON.stringify(answer.headers) + answer.body
      const isPage = !/^\/(?:v1|bff)\//.test(address)
      const others = persons.filter((other) => isPage || other !== person).flatMap(({ marks }) => marks)
      for (const mark of others) if (whole.includes(mark)) faults.push(`${address} has ${mark} of another`)
      if (answer.headers['set-cookie']) faults.push(`${address} sets a cookie`)
      if (address.startsWith('/v1/article/info') && (JSON.parse(answer.body).data.isLike === true) !== person.likes) {
        faults.push(`${address} has the like mark of another`)
      }
      const id = answer.headers['x-request-id']
      if (typeof id === 'string') ids.push(id)
      own.set(person, (own.get(person) ?? '') + (person.marks.length > 0 && !isPage ? answer.body : ''))
    }

    let asked = 0
    async function keepAsking(): Promise<void> {
      while (asked < REQUESTS) {
        const number = asked++
        const person = persons[number % persons.length] as Person
        const all = [...ADDRESSES, history]
        const address = all[Math.floor(number / persons.length) % all.length] ?? '/'
        check(person, address, await edge.visit(person, address))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, keepAsking))

    expect(faults).toEqual([])
    for (const [
      {
        marks: [nickname, message, id],
      },
      bodies,
    ] of own) {
      for (const mark of [nickname, message, id]) if (mark) expect(bodies).toContain(mark)
    }
    expect(new Set(ids).size).toBe(ids.length)
    await expect.poll(() => edge.nginx.passed().length).toBeGreaterThan(REQUESTS)
    const passed = edge.nginx.passed()
    const count = (state: string) => passed.filter(({ cache }) => cache === state).length
    expect(count('HIT')).toBeGreaterThan(REQUESTS / 10)
    expect(new Set(passed.map(({ from }) => from)).size).toBeGreaterThan(2)
  })
})
