import type { ContentForm } from '@portal/contract/articles/content.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ImportOutcome } from '@portal/contract/site/import-rules.ts'
import { parseContent, type WrittenContent } from '#articles/publishing/content-form.ts'
import { saveContent } from '#articles/publishing/content-save.ts'
import { addArticle, lockArticle } from '#articles/writing/article-change.ts'
import { readContentForm } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { AppError } from '#platform/errors.ts'
import type { Rendered } from '#platform/text/markdown.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import type { ImportChoice } from './import-repository.ts'
import type { StagedText } from './reading/staged-text.ts'

const TAGS_MAX = 3
const KEYWORDS_MAX = 200
const NOTE = '由旧站导入'

/** A text that was rendered, or the reason why it cannot be stored. */
export interface PreparedText {
  text: StagedText
  content: WrittenContent | null
  remarks: string[]
}

interface Preparing {
  choice: ImportChoice
  /** Ids of the tags of this site by their names. */
  tags: ReadonlyMap<string, number>
  render: (contentMd: string) => Promise<Rendered>
}

/** Converts a text to a draft of this site. @throws AppError when it should be tried again later */
export async function prepareText(text: StagedText, { choice, tags, render }: Preparing): Promise<PreparedText> {
  const remarks = [...text.remarks]
  if (text.fault !== null) return { text, content: null, remarks: [text.fault, ...remarks] }
  const known = [...new Set(text.tags.flatMap((name) => tags.get(name) ?? []))]
  const form: ContentForm = {
    title: text.title,
    summary: text.summary,
    avatar: '',
    keywords: toOneLine(text.tags.join(','), KEYWORDS_MAX),
    isOriginal: 1,
    originalUrl: '',
    categoryId: findCategory(text, choice),
    tagList: known.slice(0, TAGS_MAX),
    isStick: 0,
    isRecommend: 0,
    isCarousel: 0,
    contentMd: text.markdown.toWellFormed(),
  }
  try {
    return { text, content: await parseContent(form, render), remarks }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== CODE.malformed) throw error
    return { text, content: null, remarks: [error.message, ...remarks] }
  }
}

function findCategory({ kind, categories }: StagedText, choice: ImportChoice): number {
  if (kind === 'page') return choice.pageCategoryId
  const chosen = new Map(choice.categories.map(({ name, categoryId }) => [name, categoryId]))
  return categories.map((name) => chosen.get(name)).find((id) => id !== undefined) ?? choice.otherCategoryId
}

interface Storing {
  /** Name of the other site. */
  source: string
  importId: string
  userId: string
  position: number
  nowMs: number
}

/** Stores a text as a draft, or as a new version of the draft that an earlier import made. */
export async function storeText(trx: Db, prepared: PreparedText, storing: Storing): Promise<ImportOutcome> {
  const { text } = prepared
  const { source, importId, position } = storing
  const known = await trx
    .selectFrom('imported_texts')
    .select(['article_id as articleId', 'version'])
    .where('source', '=', source)
    .where('source_id', '=', text.sourceId)
    .executeTakeFirst()
  const result = await writeArticle(trx, prepared, known ?? { articleId: null, version: null }, storing)
  const stored = {
    import_id: importId,
    position,
    kind: text.kind,
    title: text.title,
    old_path: text.oldPath,
    article_id: result.articleId,
    outcome: result.outcome,
    remarks: prepared.remarks.join('；'),
  }
  await trx.insertInto('import_results').values(stored).execute()
  const row = { ...stored, version: result.version }
  await trx
    .insertInto('imported_texts')
    .values({ source, source_id: text.sourceId, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'source_id']).doUpdateSet(row))
    .execute()
  return result.outcome
}

interface Known {
  articleId: number | null
  version: number | null
}

async function writeArticle(
  trx: Db,
  { text, content }: PreparedText,
  known: Known,
  { userId, nowMs }: Storing,
): Promise<Known & { outcome: ImportOutcome }> {
  if (!content) return { ...known, outcome: 'leftOut' }
  const before = known.articleId === null ? undefined : await lockArticle(trx, known.articleId)
  if (!before) {
    const id = await addArticle(trx, userId, content.article, nowMs)
    await setTimes(trx, id, text.publishedAt, nowMs)
    return { articleId: id, version: 1, outcome: 'added' }
  }
  const { id } = before
  const hasDraft = isAny(trx.selectFrom('article_drafts').select('id').where('article_id', '=', id))
  if (before.version !== known.version || before.isPublish !== PUBLISH_STATE.draft || (await hasDraft)) {
    return { ...known, outcome: 'edited' }
  }
  const stored = await readContentForm(trx, id)
  // Its place was chosen when it was imported first.
  const { categoryId = content.form.categoryId, tagList = content.form.tagList } = stored ?? {}
  const form = { ...content.form, categoryId, tagList }
  if (JSON.stringify(stored) === JSON.stringify({ ...stored, ...form })) return { ...known, outcome: 'unchanged' }
  const article = { ...content.article, categoryId, tagIds: tagList }
  const change = { ...content, article, form, state: PUBLISH_STATE.draft, editorId: userId, note: NOTE, at: nowMs }
  const { version } = await saveContent(trx, before, change)
  return { articleId: id, version, outcome: 'updated' }
}

/** Keeps the day of the publication on the other site; readers see it once the text is published here. */
async function setTimes(trx: Db, id: number, publishedAt: number | null, nowMs: number): Promise<void> {
  if (publishedAt === null || publishedAt > nowMs) return
  await trx
    .updateTable('articles')
    .set({ created_at: publishedAt, published_at: publishedAt, updated_at: nowMs })
    .where('id', '=', id)
    .execute()
}
