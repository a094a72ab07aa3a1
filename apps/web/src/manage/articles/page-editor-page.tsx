import { History } from '@lucide/icons'
import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { ALWAYS_ONLINE, OPTIONAL_PAGES, PAGES, type PageKey } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { toTargetPath } from '@portal/contract/site/menu-rules.ts'
import { useLoaderData } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { describeMissing, loadMissing, useMissing } from '#manage/staff/missing.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { SearchPreview } from './address/search-preview.tsx'
import { ContentConflict } from './conflict.tsx'
import styles from './content-fields.module.css'
import { ContentText } from './content-text.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { loadContent, type OpenedContent } from './load-content.ts'
import { OwnPagePanel } from './own-pages/own-page-panel.tsx'
import { MergeAbout, TakeOffline } from './own-pages/take-offline.tsx'
import { UnwantedPage } from './own-pages/unwanted-page.tsx'
import { TitleInput } from './title-input.tsx'
import { useContentEditor } from './use-content-editor.ts'

export const loader = defineLoader(async ({ api, params }): Promise<EditedPage> => {
  const { key = '' } = params
  if (/^\d+$/.test(key)) return await loadOwnPage(api, Number(key))
  const page = PAGES.find((one) => one.key === key)
  if (!page) throw notFound('没有这个页面')
  const { articleId } = await api.call('POST /v1/manage/pages/{key}/open', { params: { key: page.key } })
  const [opened, { settings }] = await Promise.all([loadContent(api, articleId), api.call('GET /v1/manage/site')])
  const pages = page.key === 'about-gic' ? await api.call('GET /v1/manage/pages') : []
  const isMergeable =
    opened.article.state === 'published' && pages.some((one) => one.key === 'about' && one.state === 'published')
  return {
    pageKey: page.key,
    path: page.path,
    opened,
    entries: [],
    siteSummary: settings.brand.summary ?? '',
    isMergeable,
    isUnwanted: (settings.pages.unwantedPages ?? []).includes(page.key),
  }
})

/** Loads an own page, and the entries of the menus that open it. */
async function loadOwnPage(api: ApiClient, id: number): Promise<EditedPage> {
  const [opened, { settings }] = await Promise.all([loadContent(api, id), api.call('GET /v1/manage/site')])
  const { slug, form } = opened.article
  if (slug === null || form.categoryId !== PAGE_CATEGORY) throw notFound('没有这个页面')
  const { headerMenu, footerLinks } = settings.menus
  const links = [...(headerMenu ?? []), ...(footerLinks ?? [])].flatMap((one) => [
    ...('to' in one ? [one] : []),
    ...(one.links ?? []),
  ])
  const path = toOwnPath(slug)
  const entries = links.filter(({ to }) => toTargetPath(to) === path).map(({ text }) => text)
  const siteSummary = settings.brand.summary ?? ''
  return { pageKey: null, path, opened, entries, siteSummary, isMergeable: false, isUnwanted: false }
}

interface EditedPage {
  /** `null`: an own page. */
  pageKey: PageKey | null
  path: string
  opened: OpenedContent
  /** Entries of the menus that open an own page. */
  entries: string[]
  /** 简介 of the site, which search engines get for a page without 导语. */
  siteSummary: string
  /** The page may be merged into another one that readers see. */
  isMergeable: boolean
  /** The laboratory does not want the page. */
  isUnwanted: boolean
}

/** The editor of a standing page or an own page. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  return <PageEditor key={page.opened.article.id} {...page} />
}

/** Links to the next page of a new site that is still a template. @param than key of the open page */
function NextTemplate({ than }: { than: PageKey }) {
  const next = useMissing(({ items }) => items.find(({ kind, name }) => kind === 'page' && name !== than))
  if (!next) return null
  const { label, to } = describeMissing(next)
  return <TextLink to={to}>下一页模板：{label}</TextLink>
}

const describeUnpublished = (state: string, pageKey: PageKey | null) =>
  state === 'offShelf' ? '已下线' : pageKey === null ? '草稿' : '模板草稿'

/** Pages with legal effect, because customers may rely on their texts. */
const LEGAL_PAGES: readonly PageKey[] = ['fees', 'statement', 'privacy', 'rangeDetail']

function PageEditor({ pageKey, path, opened, entries, siteSummary, isMergeable, isUnwanted }: EditedPage) {
  const api = useApi()
  const editor = useContentEditor(opened)
  const { article } = opened
  const { values } = editor.edit
  const isPublished = article.state === 'published'

  const publish = async () => {
    const isSaved = await editor.save(({ title, summary, keywords, contentMd }, version) => {
      const body = { version, form: { title, summary, keywords, contentMd } }
      return pageKey === null
        ? api.call('PUT /v1/manage/ownPages/{id}', { params: { id: article.id }, body })
        : api.call('PUT /v1/manage/pages/{key}', { params: { key: pageKey }, body })
    })
    if (!isSaved) return
    showToast('success', '发布成功')
    void loadMissing(api)
  }
  return (
    <>
      <PageHead
        title={article.form.title}
        isTitleHidden
        crumb={
          <>
            <TextLink to="/pages">页面</TextLink> › {article.form.title}
          </>
        }
        marks={
          <>
            {article.isTemplate && isUnwanted ? (
              <StatusMark shape="off">不需要</StatusMark>
            ) : (
              <StatusMark shape={isPublished ? 'live' : 'draft'}>
                {isPublished ? `已发布 版本 ${article.version}` : describeUnpublished(article.state, pageKey)}
              </StatusMark>
            )}
            {article.draft && <Tag tone="accent">草稿改自版本 {article.draft.baseVersion}</Tag>}
          </>
        }
        actions={
          <>
            <ButtonLink variant="quiet" icon={History} to={`/pages/${pageKey ?? article.id}/versions`}>
              版本 {article.version}
            </ButtonLink>
            {isPublished && <a href={path}>查看此页</a>}
            {isPublished && pageKey !== null && <NextTemplate than={pageKey} />}
          </>
        }
      />
      <div className={styles.notes}>
        <EditorNotes editor={editor} opened={opened} isUnwanted={isUnwanted} />
        <ContentConflict editor={editor} opened={opened} />
        {isMergeable && <MergeAbout article={article} />}
        {article.isTemplate && pageKey && OPTIONAL_PAGES.includes(pageKey) && (
          <UnwantedPage pageKey={pageKey} isUnwanted={isUnwanted} />
        )}
      </div>
      <div className={styles.stack}>
        <div className={styles.main}>
          <TitleInput editor={editor} />
          <ContentText
            key={editor.textKey}
            pageKey={editor.pageKey}
            text={values.contentMd}
            fault={editor.edit.getFieldProps('contentMd').error}
            isReadOnly={editor.lock.isOther}
            isUnwanted={article.isTemplate && isUnwanted}
            onChange={editor.changeText}
            onSave={() => void editor.saveDraft()}
            onPublish={() => void editor.askToPublish()}
          />
        </div>
        <Field label="导语" place="页首、搜索结果" isOptional {...editor.edit.getFieldProps('summary')}>
          <TextArea rows={2} {...editor.edit.getInputProps('summary')} maxLength={400} readOnly={editor.lock.isOther} />
        </Field>
        <Field label="关键词" place="搜索引擎" isOptional {...editor.edit.getFieldProps('keywords')}>
          <TextInput {...editor.edit.getInputProps('keywords')} maxLength={200} readOnly={editor.lock.isOther} />
        </Field>
        <Panel title="搜索与分享">
          <div className={styles.stack}>
            <SearchPreview
              path={path}
              title={values.title}
              summary={values.summary}
              instead={{
                text: siteSummary,
                words: `没有填导语，${siteSummary ? '用“站点”里的简介' : '“站点”里也没有简介'}`,
              }}
            />
          </div>
        </Panel>
        {article.slug !== null && (
          <OwnPagePanel
            key={article.slug}
            article={{ ...article, slug: article.slug }}
            isReadOnly={editor.lock.isOther}
            entries={entries}
          />
        )}
      </div>
      <EditorBar
        editor={editor}
        seen={isPublished ? `读者仍看到版本 ${article.version}` : '读者还看不到这一页'}
        saveLabel={isPublished ? `发布为版本 ${article.version + 1}` : '发布'}
        warning={
          pageKey !== null && LEGAL_PAGES.includes(pageKey)
            ? '这一页有法律后果，客户以发布的内容为准。请先让另一位同事看过预览。'
            : undefined
        }
        onPublish={() => void publish()}
      >
        {isPublished && !(pageKey && ALWAYS_ONLINE.includes(pageKey)) && <TakeOffline article={article} />}
      </EditorBar>
    </>
  )
}
