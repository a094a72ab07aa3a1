import { workerTask } from '@portal/server/worker-task.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import { TextTooComplex } from './markdown-limits.ts'
import { sanitizeUserHtml } from './user-html.ts'

export interface TextTask {
  /** Markdown of an article, or HTML of a comment, a short post or a message. */
  kind: 'markdown' | 'html'
  text: string
}

/** Result of a worker. It has no error, because threads lose the classes of errors. */
export type TextResult = Rendered | { refused: string }

/** Renders Markdown to HTML and plain text; user HTML gets no plain text. */
export function renderText({ kind, text }: TextTask): TextResult {
  try {
    return kind === 'markdown' ? renderMarkdown(text) : { html: sanitizeUserHtml(text), plain: '' }
  } catch (error) {
    if (error instanceof TextTooComplex) return { refused: error.message }
    throw error
  }
}

/** Function that `WorkerPool` calls. */
export const run = workerTask(renderText)
