import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { type ShouldRevalidateFunction, useLoaderData } from 'react-router-dom'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { openDialog } from '#lib/dialogs.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { EditorSession } from './editor-session.tsx'
import type { TaxonomyOption } from './writing.ts'
import styles from './writing-pages.module.css'

/** The data is the same for every user; the browser loads the article. */
export const loader = defineLoader(async ({ api, query }) => {
  const id = query.get('id')
  if (id !== null && !/^[1-9]\d{0,14}$/.test(id)) throw notFound('没有这篇文章')
  const [categories, tags] = await Promise.all([api.call('GET /v1/category/'), api.call('GET /v1/tag/')])
  const toOption = ({ id, name }: TaxonomyOption): TaxonomyOption => ({ id, name })
  return {
    articleId: id === null ? null : Number(id),
    // Standing pages are edited on the management pages.
    categories: categories.filter((category) => category.id !== PAGE_CATEGORY).map(toOption),
    tags: tags.map(toOption),
  }
})

export const meta: MetaOf<typeof loader> = ({ articleId }) => ({
  title: articleId === null ? '写文章' : '编辑文章',
  isHidden: true,
})

/** Categories and tags do not change during editing, and a failed reload would lose the text. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href !== nextUrl.href

/** Visitors may start writing; their draft is stored on the device until they log in. */
export function Component() {
  const { articleId, categories, tags } = useLoaderData<typeof loader>()
  const writer = useWriter()
  if (writer === null) return <WaitingPage isEditing={articleId !== null} />
  if (writer.id === null && articleId !== null) return <WaitingPage isEditing needsLogin />
  return (
    <Container className={styles.page}>
      <EditorSession
        key={writer.session}
        userId={writer.id}
        articleId={articleId}
        categories={categories}
        tags={tags}
        onAgain={writer.begin}
      />
    </Container>
  )
}

/**
 * The author; `null` until the session is known. An author who is logged out, by a 401 for instance, remains the
 * author, so that the text is kept until the next login. Another account starts a new session, as does a visitor who
 * logs in; the editor is remounted for each session. `id`: `null` for a visitor.
 */
function useWriter() {
  const userId = useSession(({ user }) => user?.id ?? null)
  const isKnown = useSession(({ status }) => status === 'ready')
  const [writer, setWriter] = useState<{ id: string | null; session: number } | null>(null)
  if (writer === null && (isKnown || userId !== null)) setWriter({ id: userId, session: 0 })
  if (writer !== null && userId !== null && userId !== writer.id) setWriter({ id: userId, session: writer.session + 1 })
  if (writer === null) return null
  return { ...writer, begin: () => setWriter({ id: writer.id, session: writer.session + 1 }) }
}

/** Shown until the editor is ready; the same for every user. */
function WaitingPage({ isEditing, needsLogin = false }: { isEditing: boolean; needsLogin?: boolean }) {
  return (
    <Container className={styles.waiting}>
      <Drawing name="brilliant-face" className={styles.drawing} />
      <h1 className={shared.text2xl}>{isEditing ? '编辑文章' : '写文章'}</h1>
      {needsLogin ? (
        <>
          <p className={shared.soft}>登录后可以编辑自己的文章。</p>
          <Button onClick={() => openDialog('login')}>登录</Button>
        </>
      ) : (
        <p className={shared.soft}>正在打开编辑器</p>
      )}
      <noscript>写文章需要浏览器启用 JavaScript。</noscript>
    </Container>
  )
}
