import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { createCostBudget } from '@portal/server/cost-budget.ts'
import { createSerialQueue } from '@portal/server/serial-queue.ts'
import { createWorkerPool, DEADLINE_MS, TaskFailed, type WorkerPool } from '@portal/server/worker-pool.ts'
import { badInput, renderingFailed, renderingsUsedUp, renderingTooSlow, stillRendering } from '#platform/errors.ts'
import type { Rendered } from './markdown.ts'
import { renderText, type TextResult, type TextTask } from './text-worker.ts'
import { isPlain, sanitizeUserHtml } from './user-html.ts'

/** Renders members' texts in worker threads, with limits per text and account (decision 0025). */
export interface TextRenderer {
  /** @throws AppError 400 for a text over a limit; 429 over the account's limit; 503 when overloaded */
  renderMarkdown(accountId: string, contentMd: string): Promise<Rendered>
  /** Renders the HTML of a comment, a short post or a message. @throws the errors of `markdown` */
  renderUserHtml(accountId: string, typed: string): Promise<string>
  close(): Promise<void>
}

interface Options {
  now: () => number
  pool?: WorkerPool<TextTask, TextResult>
}

/**
 * Length up to which a text is rendered in the main thread, in characters. A hostile text of this length takes about 2
 * ms, others 0.2; a call to a thread costs as much.
 */
const SMALL = 400
/** Rendering time of an account: a live preview of the longest article for a minute takes about 5 s. */
const BUDGET = { burstMs: 5_000, refillMs: 100 }
/** Maximum waiting texts of an account: an outdated preview and the current one, besides a save. */
const WAITING = 2

export function createTextRenderer({ now, pool = createTextPool() }: Options): TextRenderer {
  const budget = createCostBudget({ ...BUDGET, refusal: renderingsUsedUp, now })
  const runInTurn = createSerialQueue(WAITING, stillRendering)

  async function renderInThread(accountId: string, task: TextTask): Promise<TextResult> {
    budget.check(accountId)
    try {
      const { result, costMs } = await pool.run(task)
      budget.charge(accountId, costMs)
      return result
    } catch (error) {
      const reason = error instanceof TaskFailed ? error.reason : 'died'
      // A text that ended its thread is charged the whole time limit.
      if (reason !== 'busy') budget.charge(accountId, DEADLINE_MS)
      throw reason === 'deadline' ? renderingTooSlow() : renderingFailed()
    }
  }

  async function render(accountId: string, task: TextTask): Promise<Rendered> {
    const isSmall = task.text.length <= SMALL
    const result = isSmall ? renderText(task) : await runInTurn(accountId, () => renderInThread(accountId, task))
    if ('refused' in result) throw badInput(result.refused)
    return result
  }

  return {
    async renderMarkdown(accountId, text) {
      if (text.length > ARTICLE_LIMITS.chars) throw badInput(`正文过长，最多 ${ARTICLE_LIMITS.chars / 10_000} 万字`)
      return render(accountId, { kind: 'markdown', text })
    },
    async renderUserHtml(accountId, text) {
      return isPlain(text) ? sanitizeUserHtml(text) : (await render(accountId, { kind: 'html', text })).html
    },
    close: pool.close,
  }
}

function createTextPool(): WorkerPool<TextTask, TextResult> {
  return createWorkerPool({ file: new URL('./text-worker.ts', import.meta.url) })
}
