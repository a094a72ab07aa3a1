import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router-dom'
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
import { useContentEditor } from './use-content-editor.ts'

export const loader = defineLoader(({ api, params }) => loadContent(api, Number(params.id)))

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
  const unschedule = async () => {
    await api.call('DELETE /v1/manage/articles/{id}/schedule', { params }).catch(() => null)
    await revalidate()
  }
  return (
    <>
      <ArticleHead article={article} />
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
              text={editor.edit.values.contentMd}
              fault={editor.edit.getFieldProps('contentMd').error}
              isReadOnly={editor.lock.isOther}
              onChange={editor.changeText}
              onSave={() => void editor.saveDraft()}
              onPublish={editor.askToPublish}
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
      >
        {isPublished ? (
          <Button variant="quiet" onClick={() => void save('offShelf')}>
            下架
          </Button>
        ) : (
          <Button variant="outline" onClick={() => void save(state === 'waiting' ? 'draft' : undefined)}>
            {state === 'waiting' ? '退回为草稿' : '保存'}
          </Button>
        )}
        {schedule ? (
          <Button variant="outline" onClick={() => void unschedule()}>
            取消定时
          </Button>
        ) : (
          <Button variant="outline" onClick={() => setDialog('schedule')}>
            定时发布
          </Button>
        )}
      </EditorBar>
      {dialog === 'schedule' && (
        <ScheduleDialog
          onClose={() => setDialog(null)}
          onSet={async (publishAt) => {
            const isSet = await editor.save(async (form, seen) => {
              await api.call('PUT /v1/manage/articles/{id}/schedule', {
                params,
                body: { version: seen, publishAt, form },
              })
              return { version: seen }
            })
            if (isSet) showToast('success', `定于 ${publishAt} 发布`)
          }}
        />
      )}
      {dialog === 'delete' && (
        <DangerDialog
          title={`彻底删除“${article.form.title}”`}
          verb="删除"
          onConfirm={async () => {
            await api.call('DELETE /v1/manage/articles/{id}', { params, query: { version } })
            await navigate('/articles')
          }}
          onClose={() => setDialog(null)}
        >
          <p>文章、全部版本与其下的评论一并删除，不能恢复。只是不想让读者看到，请用“下架”。</p>
        </DangerDialog>
      )}
    </>
  )
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
