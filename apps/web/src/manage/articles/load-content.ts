import type { ContentDraft, ContentForm } from '@portal/contract/articles/content.ts'
import type { TemplatePage } from '@portal/contract/articles/page-templates.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'

type ManagedContent = DataFor<'GET /v1/manage/articles/{id}'>

/** An article or standing page as its editor opens it. */
export interface OpenedContent {
  article: ManagedContent
  /** Page that the text is of; `null`: an article. */
  pageKey: TemplatePage | null
  /** Start of editing, with its version: the present text, or the text on which the caller's draft is based. */
  base: ContentForm
  baseVersion: number
  /** The caller's draft, else the scheduled text, else the stored text. */
  begin: ContentForm
  categories: readonly { value: string; label: string }[]
  tags: readonly { id: number; name: string }[]
}

/** @throws ApiError */
export async function loadContent(api: ApiClient, id: number): Promise<OpenedContent> {
  const [article, categories, tags] = await Promise.all([
    api.call('GET /v1/manage/articles/{id}', { params: { id } }),
    api.call('GET /v1/category/'),
    api.call('GET /v1/tag/'),
  ])
  const { draft, schedule, form, version } = article
  const base = await loadBase(api, id, draft, { form: getPresentForm(article), version })
  return {
    article,
    pageKey: article.pageKey ?? (form.categoryId === PAGE_CATEGORY ? 'own' : null),
    ...base,
    begin: draft?.form ?? schedule?.form ?? base.base,
    categories: categories.map(({ id: category, name }) => ({ value: String(category), label: name })),
    tags: tags.map(({ id: tag, name }) => ({ id: Number(tag), name })),
  }
}

/** Returns the text that editors continue: the scheduled one, unless a newer version keeps it from being published. */
export function getPresentForm({ form, version, schedule }: ManagedContent): ContentForm {
  return schedule?.baseVersion === version ? schedule.form : form
}

/** Loads the version on which an older draft is based, so that a conflict shows which side changed what. */
async function loadBase(
  api: ApiClient,
  id: number,
  draft: ContentDraft | null,
  present: { form: ContentForm; version: number },
) {
  const current = { base: present.form, baseVersion: present.version }
  if (!draft || draft.baseVersion === present.version) return current
  const params = { id, version: draft.baseVersion }
  const found = await api
    .call('GET /v1/manage/articles/{id}/versions/{version}', { params, quiet: true })
    .catch(() => null)
  return found ? { base: found.form, baseVersion: draft.baseVersion } : current
}
