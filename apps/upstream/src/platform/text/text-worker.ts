import { workerTask } from '@portal/server/worker-task.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import { TextTooComplex } from './markdown-limits.ts'
import { userHtml } from './user-html.ts'

export interface TextTask {
  /** Markdown of an article, or HTML of a comment, a short post or a message. */
  kind: 'markdown' | 'html'
  text: string
}

/** Classes of errors are lost between threads. */
export type TextResult = Rendered | { refused: string }

/** Markdown to HTML and plain text; of user HTML there is no plain text. */
export function renderText({ kind, text }: TextTask): TextResult {
  try {
    return kind === 'markdown' ? renderMarkdown(text) : { html: userHtml(text), plain: '' }
  } catch (error) {
    if (error instanceof TextTooComplex) return { refused: error.message }
    throw error
  }
}

/** Called by `WorkerPool`. */
export const run = workerTask(renderText)
