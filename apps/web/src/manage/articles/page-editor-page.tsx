import { History } from '@lucide/icons'
import { PAGES, type PageKey } from '@portal/contract/articles/standing-pages.ts'
import { useLoaderData } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { describeMissing, loadMissing, useMissing } from '#manage/staff/missing.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ContentConflict } from './conflict.tsx'
import styles from './content-fields.module.css'
import { ContentText } from './content-text.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { loadContent } from './load-content.ts'
import { TitleInput } from './title-input.tsx'
import { useContentEditor } from './use-content-editor.ts'

export const loader = defineLoader(async ({ api, params }) => {
  const page = PAGES.find(({ key }) => key === params.key)
  if (!page) throw notFound('没有这个页面')
  const { articleId } = await api.call('POST /v1/manage/pages/{key}/open', { params: { key: page.key } })
  return { page, opened: await loadContent(api, articleId) }
})

/** The editor of a standing page. */
export function Component() {
  const { page, opened } = useLoaderData<typeof loader>()
  return <PageEditor key={page.key} pageKey={page.key} path={page.path} opened={opened} />
}

/** Links to the next page of a new site that is still a template. @param than key of the open page */
function NextTemplate({ than }: { than: PageKey }) {
  const next = useMissing(({ items }) => items.find(({ kind, name }) => kind === 'page' && name !== than))
  if (!next) return null
  const { label, to } = describeMissing(next)
  return <TextLink to={to}>下一页模板：{label}</TextLink>
}

/** Pages with legal effect, because customers may rely on their texts. */
const LEGAL_PAGES: readonly PageKey[] = ['fees', 'statement', 'privacy', 'rangeDetail']

type PageEditorProps = { pageKey: PageKey; path: string; opened: Awaited<ReturnType<typeof loadContent>> }

function PageEditor({ pageKey, path, opened }: PageEditorProps) {
  const api = useApi()
  const editor = useContentEditor(opened)
  const { article } = opened
  const { values } = editor.edit
  const isPublished = article.state === 'published'

  const publish = async () => {
    const isSaved = await editor.save(({ title, summary, keywords, contentMd }, version) =>
      api.call('PUT /v1/manage/pages/{key}', {
        params: { key: pageKey },
        body: { version, form: { title, summary, keywords, contentMd } },
      }),
    )
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
            <StatusMark shape={isPublished ? 'live' : 'draft'}>
              {isPublished ? `已发布 版本 ${article.version}` : '模板草稿'}
            </StatusMark>
            {article.draft && <Tag tone="accent">草稿改自版本 {article.draft.baseVersion}</Tag>}
          </>
        }
        actions={
          <>
            <ButtonLink variant="quiet" icon={History} to={`/pages/${pageKey}/versions`}>
              版本 {article.version}
            </ButtonLink>
            {isPublished && <a href={path}>查看此页</a>}
            {isPublished && <NextTemplate than={pageKey} />}
          </>
        }
      />
      <div className={styles.notes}>
        <EditorNotes editor={editor} opened={opened} />
        <ContentConflict editor={editor} opened={opened} />
      </div>
      <div className={styles.stack}>
        <div className={styles.main}>
          <TitleInput editor={editor} />
          <ContentText
            key={editor.textKey}
            text={values.contentMd}
            fault={editor.edit.getFieldProps('contentMd').error}
            isReadOnly={editor.lock.isOther}
            onChange={editor.changeText}
            onSave={() => void editor.saveDraft()}
            onPublish={editor.askToPublish}
          />
        </div>
        <Field label="导语" place="页首、搜索结果" isOptional {...editor.edit.getFieldProps('summary')}>
          <TextInput {...editor.edit.getInputProps('summary')} maxLength={400} readOnly={editor.lock.isOther} />
        </Field>
        <Field label="关键词" place="搜索引擎" isOptional {...editor.edit.getFieldProps('keywords')}>
          <TextInput {...editor.edit.getInputProps('keywords')} maxLength={200} readOnly={editor.lock.isOther} />
        </Field>
      </div>
      <EditorBar
        editor={editor}
        seen={isPublished ? `读者仍看到版本 ${article.version}` : '读者还看不到这一页'}
        saveLabel={`发布为版本 ${article.version + 1}`}
        warning={
          LEGAL_PAGES.includes(pageKey)
            ? '这一页有法律后果，客户以发布的内容为准。请先让另一位同事看过预览。'
            : undefined
        }
        onPublish={() => void publish()}
      />
    </>
  )
}
