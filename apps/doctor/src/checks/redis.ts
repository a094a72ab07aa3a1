import { randomUUID } from 'node:crypto'
import { runWithinTime } from '@portal/bff/src/time-limit.ts'
import { createClient } from '@redis/client'
import { describeFailure } from '#failure.ts'
import { type Check, type Finding, fault, ok, type Subject, warn } from '#finding.ts'
import { isInside, isLoopback } from '#networks.ts'
import { checkClock } from './clock.ts'

type Client = ReturnType<typeof connectOnce>

const COMMAND_MS = 5_000
/** Round trip that is reported; the site treats Redis as unreachable after 250 ms. */
const SLOW_MS = 50
/** Time after which the test key and channel expire. */
const LEFT_SECONDS = 10
const VOLATILE_MEND = 'Set maxmemory-policy to noeviction, and give Redis more memory'

/** Checks that Redis does everything that the site requires of it. */
export const redisCheck: Check = {
  name: 'redis',
  async run(subject) {
    const { redisUrl } = subject.config
    if (redisUrl === null)
      return [ok('REDIS_URL is not set: right for one instance; several would each count logins and guesses alone')]
    const name = `REDIS_URL ${new URL(redisUrl).host}`
    const client = connectOnce(redisUrl)
    try {
      await runWithinTime(COMMAND_MS, () => client.connect())
      return await examine(client, name, subject)
    } catch (error) {
      return [explainRefusal(error, name)]
    } finally {
      client.destroy()
    }
  },
}

function connectOnce(url: string) {
  const client = createClient({ url, socket: { connectTimeout: COMMAND_MS, reconnectStrategy: false } })
  client.on('error', () => {
    // The failed command reports the error.
  })
  return client
}

async function examine(client: Client, name: string, subject: Subject): Promise<Finding[]> {
  const tookMs = await measurePing(client)
  const findings = [
    ...(await attempt(`${name}: writing`, () => client.set(`doctor:${randomUUID()}`, '1', expireSoon()))),
    ...(await attempt(`${name}: scripts`, () => client.eval('return 1'))),
    ...(await attempt(`${name}: pub/sub`, () => receiveOwnMessage(client))),
    ...checkMemory(await client.info('memory').catch(() => ''), name),
    ...checkClock(subject, { whose: 'Redis’', theirMs: await readTime(client) }),
    ...describeOpenness(subject.config.redisUrl ?? '', name),
  ]
  if (tookMs > SLOW_MS) {
    findings.push(
      warn(`${name} took ${Math.round(tookMs)} ms for a ping`, 'Put Redis into the same network as the site'),
    )
  }
  return findings.length > 0 ? findings : [ok(`${name} writes, runs scripts, and delivers published messages`)]
}

/** Returns the shortest of three round trips, ms: a busy machine lengthens single ones. */
async function measurePing(client: Client): Promise<number> {
  const times: number[] = []
  while (times.length < 3) {
    const startedMs = performance.now()
    await client.ping()
    times.push(performance.now() - startedMs)
  }
  return Math.min(...times)
}

function expireSoon() {
  return { expiration: { type: 'EX', value: LEFT_SECONDS } } as const
}

async function attempt(what: string, work: () => Promise<unknown>): Promise<Finding[]> {
  try {
    await runWithinTime(COMMAND_MS, work)
    return []
  } catch (error) {
    return [explainRefusal(error, what)]
  }
}

/** Publishes a text and waits until another connection receives it. */
async function receiveOwnMessage(client: Client): Promise<void> {
  const channel = `fan-out:doctor-${randomUUID()}`
  const subscriber = client.duplicate()
  subscriber.on('error', () => undefined)
  try {
    await subscriber.connect()
    const received = Promise.withResolvers<void>()
    await subscriber.subscribe(channel, () => received.resolve())
    await client.publish(channel, 'doctor')
    await received.promise
  } finally {
    subscriber.destroy()
  }
}

/** Messages by error code, with which a Redis error begins. */
const REFUSALS: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  WRONGPASS: ['user or password is wrong', 'Correct user and password in REDIS_URL'],
  NOAUTH: ['a password is wanted', 'Put it into REDIS_URL: redis://:PASSWORD@HOST:PORT'],
  NOPERM: [
    'this user may not do so',
    'Allow the user all commands on all keys and channels of this Redis (ACL SETUSER)',
  ],
  READONLY: ['this Redis is a replica that is not written to', 'Name the primary in REDIS_URL'],
  OOM: ['its memory is full', 'Give Redis more memory'],
  MISCONF: [
    'it cannot save to its disk, and therefore takes nothing',
    'Free disk space for Redis, or turn its saving off',
  ],
  LOADING: ['it still loads its data', 'Wait until it has, and run the doctor again'],
}

function explainRefusal(error: unknown, name: string): Finding {
  const [word = ''] = (error as Error).message.split(' ')
  const known = REFUSALS[word]
  if (known) return fault(`${name}: ${known[0]}`, known[1])
  if (word === 'ERR') return fault(`${name}: Redis does not know the command`, 'Use Redis 6 or later, or Valkey')
  const { why, remedy } = describeFailure(error)
  return fault(`${name}: ${why}`, `${remedy}, or correct REDIS_URL`)
}

/** Ended logins and sent messages are stored there; Redis must not evict them early. */
function checkMemory(info: string, name: string): Finding[] {
  const value = (member: string) => new RegExp(`^${member}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const policy = value('maxmemory_policy')
  if (policy === '' || policy === 'noeviction') return []
  const what = `${name} may drop what is not yet due (maxmemory-policy ${policy}): ended logins would live again`
  return [value('maxmemory') === '0' ? warn(what, VOLATILE_MEND) : fault(what, VOLATILE_MEND)]
}

async function readTime(client: Client): Promise<number> {
  try {
    const [seconds, microseconds] = await client.time()
    return Number(seconds) * 1000 + Number(microseconds) / 1000
  } catch {
    return Number.NaN
  }
}

function describeOpenness(redisUrl: string, name: string): Finding[] {
  const { hostname, password, protocol } = new URL(redisUrl)
  const findings: Finding[] = []
  if (!password && !isLoopback(hostname)) {
    findings.push(warn(`${name} asks no password`, 'Set one (requirepass or ACL), and put it into REDIS_URL'))
  }
  if (protocol === 'redis:' && !isInside(hostname)) {
    findings.push(warn(`${name} is reached unencrypted across a public network`, 'Use rediss://'))
  }
  return findings
}
