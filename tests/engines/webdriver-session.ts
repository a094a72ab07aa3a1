/** Time limit of a WebDriver command, ms; long, for a busy machine. */
const COMMAND_LIMIT_MS = 30_000
/** Time limit of a script, which gets no answer when its page is left at the wrong moment: callers retry. */
const SCRIPT_LIMIT_MS = 10_000
/** Name of an element's reference in WebDriver's JSON. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

/** A WebDriver session with the few commands that the journeys use. https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  goto(url: string): Promise<void>
  url(): Promise<string>
  setSize(widthPx: number, heightPx: number): Promise<void>
  /** @param script body of a function; a promise that it returns is awaited */
  run<T>(script: string): Promise<T>
  perform(sources: readonly object[]): Promise<void>
  setFiles(selector: string, files: readonly string[]): Promise<void>
  /** Returns the visible part of the page as PNG. */
  screenshot(): Promise<Buffer>
  end(): Promise<void>
}

/** @param address address of the driver, `http://127.0.0.1:PORT` */
export async function startSession(address: string, capabilities: object): Promise<WebDriverSession> {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await command<{ sessionId: string }>('POST', `${address}/session`, body)
  const session = `${address}/session/${sessionId}`
  const post = <T>(path: string, content: object, limitMs?: number) =>
    command<T>('POST', `${session}/${path}`, content, limitMs)
  return {
    goto: (url) => post('url', { url }),
    url: () => command('GET', `${session}/url`),
    setSize: (width, height) => post('window/rect', { width, height }),
    run: (script) => post('execute/sync', { script, args: [] }, SCRIPT_LIMIT_MS),
    perform: (actions) => post('actions', { actions }),
    async setFiles(selector, files) {
      const found = await post<Record<string, string>>('element', { using: 'css selector', value: selector })
      await post(`element/${found[ELEMENT_KEY]}/value`, { text: files.join('\n') })
    },
    async screenshot() {
      return Buffer.from(await command<string>('GET', `${session}/screenshot`), 'base64')
    },
    end: () => command('DELETE', session),
  }
}

/** @throws Error with the driver's own message, or when it does not answer within the limit */
async function command<T>(method: string, url: string, body?: object, limitMs = COMMAND_LIMIT_MS): Promise<T> {
  const signal = AbortSignal.timeout(limitMs)
  const answer = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`)
  return value
}
