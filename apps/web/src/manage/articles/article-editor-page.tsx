import { NO_TITLE } from '@portal/contract/articles/article-words.ts'
import type { ContentForm } from '@portal/contract/articles/content.ts'
import { DAY_MS, PAGE_CATEGORY, SECOND_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { useEffect, useState } from 'react'
import { redirect, useLoaderData, useNavigate, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { ArticleHead } from './article-head.tsx'
import { ContentConflict } from './conflict.tsx'
import styles from './content-fields.module.css'
import { ContentText } from './content-text.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { loadContent, type OpenedContent } from './load-content.ts'
import { CoverPanel, PublishPanel } from './publish-panel.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TitleInput } from './title-input.tsx'
import { type ContentEditor, useContentEditor } from './use-content-editor.ts'

export const loader = defineLoader(async ({ api, params }) => {
  const opened = await loadContent(api, Number(params.id))
  const { id, pageKey, form } = opened.article
  if (form.categoryId === PAGE_CATEGORY) throw redirect(`/pages/${pageKey ?? id}`)
  return opened
})

/** The editor of an article by any writer. */
export function Component() {
  const content = useLoaderData<typeof loader>()
  return <ArticleEditor key={content.article.id} opened={content} />
}

function ArticleEditor({ opened }: { opened: OpenedContent }) {
  const { article } = opened
  const { id, state, version, schedule } = article
  const api = useApi()
  const editor = useContentEditor(opened)
  const { values } = editor.edit
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isOwner = hasDuty(useSelf().duties, ['owner'])
  const [dialog, setDialog] = useState<'schedule' | 'delete' | null>(null)
  const isPublished = state === 'published'
  useLookAfter(schedule && toInstantMs(schedule.publishAt), revalidate)
  const params = { id }

  const save = async (after?: 'published' | 'draft' | 'offShelf') => {
    const isSaved = await editor.save((form, seen) =>
      api.call('PUT /v1/manage/articles/{id}', {
        params,
        body: { version: seen, form, ...(after && { state: after }) },
      }),
    )
    if (isSaved) showToast('success', after === 'published' ? '发布成功' : '保存成功')
  }
  const duplicate = async () => {
    const body = { form: makeCopy(values) }
    const copy = await api.call('POST /v1/manage/articles', { body }).catch(() => null)
    if (!copy) return
    showToast('success', '已另存一篇，读者还看不到')
    await navigate(`/articles/${copy.id}`)
  }
  const { setSchedule, unschedule } = useSchedule(editor, article)
  /** Saves into the schedule, as the note above the text says. */
  const saveScheduled = schedule
    ? () => void (editor.isChanged && setSchedule(schedule.publishAt, `已保存，仍于 ${schedule.publishAt} 发布`))
    : null
  return (
    <>
      <ArticleHead article={article} values={values} onDuplicate={() => void duplicate()} />
      <div className={styles.notes}>
        <EditorNotes editor={editor} opened={opened} />
        <ContentConflict editor={editor} opened={opened} />
      </div>
      <Columns>
        <Column span={8}>
          <div className={styles.main}>
            <TitleInput editor={editor} />
            <ContentText
              key={editor.textKey}
              pageKey={editor.pageKey}
              text={values.contentMd}
              fault={editor.edit.getFieldProps('contentMd').error}
              isReadOnly={editor.lock.isOther}
              onChange={editor.changeText}
              onTitle={(title) => takeTitle(values.title, title, (next) => editor.change({ title: next }))}
              onSave={saveScheduled ?? (() => void editor.saveDraft())}
              onPublish={() => void editor.askToPublish()}
            />
          </div>
        </Column>
        <Column span={4}>
          <PublishPanel editor={editor} opened={opened} />
          <CoverPanel editor={editor} />
          {isOwner && <DangerButton onClick={() => setDialog('delete')}>彻底删除</DangerButton>}
        </Column>
      </Columns>
      <EditorBar
        editor={editor}
        seen={isPublished ? `读者看到版本 ${version}` : '读者还看不到'}
        saveLabel={isPublished ? `发布为版本 ${version + 1}` : '发布'}
        onPublish={() => void save('published')}
        save={saveScheduled ? { words: '保存，仍定时发布', run: saveScheduled } : undefined}
      >
        {isPublished ? (
          <Button variant="quiet" onClick={() => void save('offShelf')}>
            下架
          </Button>
        ) : (
          !schedule && (
            <Button variant="outline" onClick={() => void save(state === 'waiting' ? 'draft' : undefined)}>
              {state === 'waiting' ? '退回为草稿' : '保存'}
            </Button>
          )
        )}
        {saveScheduled ? (
          <>
            <Button variant="outline" disabled={!editor.isChanged} onClick={saveScheduled}>
              保存，仍定时发布
            </Button>
            <Button variant="outline" onClick={() => void unschedule()}>
              取消定时
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => editor.edit.check() && setDialog('schedule')}>
            定时发布
          </Button>
        )}
      </EditorBar>
      {dialog === 'schedule' && (
        <ScheduleDialog
          onClose={() => setDialog(null)}
          onSet={(publishAt) => setSchedule(publishAt, `定于 ${publishAt} 发布`)}
        />
      )}
      {dialog === 'delete' && <DeleteDialog article={article} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Stores the text for its publication at a time, and takes the time back. */
function useSchedule(editor: ContentEditor, { id, form: stored, version }: OpenedContent['article']) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const params = { id }
  return {
    async setSchedule(publishAt: string, message: string): Promise<void> {
      const isSet = await editor.save(async (form, seen) => {
        const body = { version: seen, publishAt, form }
        await api.call('PUT /v1/manage/articles/{id}/schedule', { params, body })
        return { version: seen }
      })
      if (isSet) showToast('success', message)
    },
    async unschedule(): Promise<void> {
      const call = api.call('DELETE /v1/manage/articles/{id}/schedule', { params })
      const isDone = await call.then(
        () => true,
        () => false,
      )
      // The scheduled text is a draft again.
      if (isDone) editor.edit.rebase(stored, version, editor.edit.values)
      await revalidate()
    },
  }
}

function DeleteDialog({ article, onClose }: Pick<OpenedContent, 'article'> & { onClose: () => void }) {
  const { id, version, form } = article
  const api = useApi()
  const navigate = useNavigate()
  const remove = async () => {
    await api.call('DELETE /v1/manage/articles/{id}', { params: { id }, query: { version } })
    await navigate('/articles')
  }
  return (
    <DangerDialog title={`彻底删除“${form.title}”`} verb="删除" onConfirm={remove} onClose={onClose}>
      <p>文章、全部版本与其下的评论一并删除，不能恢复。只是不想让读者看到，请用“下架”。</p>
    </DangerDialog>
  )
}

const TITLE_MAX = 120
const COPY = '（副本）'

function makeCopy({ title, ...form }: ContentForm) {
  const marks = { isStick: 0, isRecommend: 0, isCarousel: 0 } as const
  return { ...form, ...marks, title: `${title.slice(0, TITLE_MAX - COPY.length)}${COPY}` }
}

/** Puts the title of an imported file where there is none; returns whether it has room for all of it. */
function takeTitle(present: string, imported: string, put: (title: string) => void): boolean {
  if (!['', NO_TITLE].includes(present.trim())) return false
  put(imported.slice(0, TITLE_MAX))
  return imported.length <= TITLE_MAX
}

/** Delay after the scheduled time before the page checks that the article is published, ms. */
const PUBLISHED_AFTER_MS = 3 * SECOND_MS
/** Longest delay of a browser timer, ms; longer ones fire at once. */
const TIMER_MAX_MS = 24 * DAY_MS

/** Reloads the page after the scheduled time until the article is published. */
function useLookAfter(publishAtMs: number | null | undefined, reload: () => Promise<void>) {
  useEffect(() => {
    const waitMs = (publishAtMs ?? Number.POSITIVE_INFINITY) - Date.now()
    if (waitMs > TIMER_MAX_MS) return undefined
    const timer = setTimeout(() => void reload(), Math.max(waitMs, 0) + PUBLISHED_AFTER_MS)
    return () => clearTimeout(timer)
  })
}
