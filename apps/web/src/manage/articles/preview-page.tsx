import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './preview-page.module.css'

export const loader = defineLoader(async ({ api, params }) => {
  const article = await api.call('GET /v1/manage/articles/{id}', { params: { id: Number(params.id) } })
  const form = article.draft?.form ?? article.schedule?.form ?? article.form
  const { contentMd } = form
  const { content } = await api.call('POST /v1/article/preview', { body: { contentMd } })
  return { article, form, html: asSafeHtml(content) }
})

/** The text of the own draft as readers would see it. For staff alone, and stored in no cache. */
export function Component() {
  const { article, form, html } = useLoaderData<typeof loader>()
  const editor = article.pageKey ? `/pages/${article.pageKey}` : `/articles/${article.id}`
  return (
    <>
      <PageHead title={`预览：${form.title}`} crumb={<TextLink to={editor}>回到编辑</TextLink>} />
      <Note>
        {article.draft ? `您的草稿，改自版本 ${article.draft.baseVersion}。` : `版本 ${article.version}。`}
        只有同事看得到这个预览。
      </Note>
      <article className={styles.root}>
        {form.avatar && <img className={styles.cover} src={form.avatar} alt="" />}
        <p className={styles.title}>{form.title}</p>
        {form.summary && <p className={styles.lead}>{form.summary}</p>}
        <RichText html={html} />
      </article>
    </>
  )
}
