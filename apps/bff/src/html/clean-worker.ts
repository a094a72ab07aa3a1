import type { HtmlKind } from '@portal/contract/call.ts'
import { workerTask } from '@portal/server/worker-task.ts'
import { cleanOnce } from './clean-html.ts'

/** A piece of HTML in an answer of upstream. */
export interface HtmlText {
  kind: HtmlKind
  html: string
}

export interface CleaningTask {
  texts: readonly HtmlText[]
  /** Origin of the site, `null` where it is not configured. */
  origin: string | null
}

/** Entry point for `WorkerPool`. */
export const run = workerTask(({ texts, origin }: CleaningTask) =>
  texts.map(({ kind, html }) => cleanOnce(kind, html, origin)),
)
