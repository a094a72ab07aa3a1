import { exportData } from '@portal/contract/accounts/account.ts'
import { EXPORTS_A_DAY, HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type TestAnswer } from '#testing/asking.ts'
import { describePostgres, type TestDatabase } from '#testing/databases.ts'
import { makeUpstream, type TestUpstream, toListenEnv } from '#testing/make-upstream.ts'

describePostgres('two servers on one database', (make) => {
  let database: TestDatabase
  let servers: TestUpstream[] = []
  let clock = Date.UTC(2026, 10, 29, 8)
  let clients = 0

  beforeAll(async () => {
    database = await make('migrated')
    const env = toListenEnv(database)
    const options = { databaseUrl: database.url, env, now: () => clock, jobTickMs: HOUR_MS }
    servers = [await makeUpstream(options), await makeUpstream(options)]
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await database.drop()
  })

  const makeClient = () => {
    clients += 1
    return `192.0.2.${clients}`
  }

  /** Asks the servers in turn. @param pauseMs time between two requests */
  async function alternate(times: number, pauseMs: number, askOne: (nth: number, server: TestUpstream) => unknown) {
    const answers: TestAnswer[] = []
    for (let nth = 0; nth < times; nth += 1) {
      answers.push((await askOne(nth, servers[nth % 2] as TestUpstream)) as TestAnswer)
      clock += pauseMs
    }
    return answers.map(({ code, message }) => (code === CODE.ok ? '' : message))
  }

  const logIn = (server: TestUpstream, email: string, password: string, from: string) =>
    ask(server, 'POST /oauth/emailLogin', { from, body: { email, password } })

  it('allow a client ten calls in ten seconds together', async () => {
    const from = makeClient()
    const answers = await alternate(14, 0, (nth, server) => logIn(server, `nobody${nth}@example.com`, 'guess', from))
    expect(answers).toEqual([...Array(10).fill(WIRE_TEXT.wrongPassword), ...Array(4).fill(WIRE_TEXT.tooFrequent)])
  })

  it('allow a client ten wrong passwords for an account together', async () => {
    const [from, other] = [makeClient(), makeClient()]
    await servers[0]?.signUp('agate@example.com', 'the right password')
    const answers = await alternate(14, 2 * SECOND_MS, (_nth, server) =>
      logIn(server, 'agate@example.com', 'guess', from),
    )
    expect(answers).toEqual([...Array(10).fill(WIRE_TEXT.wrongPassword), ...Array(4).fill(WIRE_TEXT.tooFrequent)])
    const right = await alternate(2, 2 * SECOND_MS, (_nth, server) =>
      logIn(server, 'agate@example.com', 'the right password', from),
    )
    expect(right).toEqual([WIRE_TEXT.tooFrequent, WIRE_TEXT.tooFrequent])
    const elsewhere = await alternate(2, 0, (_nth, server) =>
      logIn(server, 'agate@example.com', 'the right password', other),
    )
    expect(elsewhere).toEqual(['', ''])
  })

  it('mail a client twenty codes an hour together', async () => {
    const from = makeClient()
    const answers = await alternate(26, 2 * SECOND_MS, (nth, server) =>
      ask(server, `GET /oauth/sendEmailCode?email=jade${nth}@example.com`, { from }),
    )
    expect(answers).toEqual([...Array(20).fill(''), ...Array(6).fill(WIRE_TEXT.tooFrequent)])
  })

  it('allow a client five guesses at a mailed code together', async () => {
    const from = makeClient()
    const email = 'opal@example.com'
    await ask(servers[0] as TestUpstream, `GET /oauth/sendEmailCode?email=${email}`, { from })
    const [mail] = (await servers[0]?.mailbox()) ?? []
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    const register = (server: TestUpstream, typed: string) =>
      ask(server, 'POST /oauth/emailRegister', {
        from,
        body: { email, code: typed, nickname: '欧泊', password: 'a long password of opal' },
      })
    await alternate(5, 2 * SECOND_MS, (_nth, server) => register(server, wrong))
    expect(await alternate(2, 2 * SECOND_MS, (_nth, server) => register(server, code))).toEqual([
      WIRE_TEXT.codeWrong,
      WIRE_TEXT.codeWrong,
    ])
  })

  it('give an account its exports of a day together', async () => {
    clock += MINUTE_MS
    const { token } = (await servers[0]?.signUp('pearl@example.com')) ?? { token: '' }
    const types: unknown[] = []
    for (let nth = 0; nth < EXPORTS_A_DAY + 3; nth += 1) {
      const server = servers[nth % 2] as TestUpstream
      const answer = await server.app.inject({ url: exportData.path, headers: { authorization: token } })
      types.push(answer.headers['content-type'])
    }
    expect(types.filter((type) => type === 'application/zip')).toHaveLength(EXPORTS_A_DAY)
  })
})
