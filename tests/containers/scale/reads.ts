/** Requests a second. */
const RATE = 40
/** Maximum time for an answer. ms. */
const PATIENCE_MS = 20_000

interface Read {
  address: string
  startMs: number
  tookMs: number
  /** Description of a wrong answer. */
  fault?: string
}

/**
 * Reads five public addresses at a fixed rate, independent of answers. Four of them have a number that is new each
 * time, so that the answer comes from an instance, for a rendered page and most calls from upstream. Each request is
 * from another client, so that the clients are spread over both upstreams.
 */
export function startReads(origin: string) {
  const reads: Read[] = []
  const open = new Set<Promise<void>>()
  let sent = 0
  let onRead = () => {}

  async function read(nth: number): Promise<void> {
    const address = makeAddress(nth)
    const startMs = performance.now()
    const fault = await findFault(origin + address, `10.9.${(nth >> 7) & 255}.${nth & 127}`)
    reads.push({ address, startMs, tookMs: performance.now() - startMs, ...(fault && { fault }) })
    onRead()
  }

  const timer = setInterval(() => {
    const reading: Promise<void> = read(sent).finally(() => open.delete(reading))
    open.add(reading)
    sent += 1
  }, 1000 / RATE)

  return {
    /** Resolves after this many more answers. */
    answers(count: number): Promise<void> {
      const enough = reads.length + count
      return new Promise((resolve) => {
        onRead = () => reads.length >= enough && resolve()
      })
    },
    /**
     * Stops.
     * @returns all reads, once they are answered
     */
    async end(): Promise<readonly Read[]> {
      clearInterval(timer)
      await Promise.all(open)
      return reads
    },
  }
}

function makeAddress(nth: number): string {
  const number = nth + 1
  const addresses = [
    '/',
    `/article/1?visit=${number}`,
    `/v1/comment/?articleId=1&pageNo=${number}&pageSize=10`,
    `/v1/say/getSayList?pageNo=${number}&pageSize=10`,
    `/v1/article/search?keyword=n${number}&pageNo=1&pageSize=10`,
  ]
  return addresses[nth % addresses.length] ?? '/'
}

async function findFault(url: string, client: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(url, { headers: { 'x-forwarded-for': client }, signal })
    const text = await answer.text()
    return answer.status === 200 ? undefined : `${answer.status} ${text.slice(0, 200)}`
  } catch (error) {
    return `${error} ${(error as Error).cause}`
  }
}
