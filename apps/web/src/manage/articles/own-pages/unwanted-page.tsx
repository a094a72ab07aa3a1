import type { PageKey } from '@portal/contract/articles/standing-pages.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { loadMissing } from '#manage/staff/missing.ts'
import { Button } from '#ui/forms/button.tsx'

interface UnwantedPageProps {
  pageKey: PageKey
  isUnwanted: boolean
}

/** Marks a page that is still a template as not wanted, and takes the mark back. */
export function UnwantedPage({ pageKey, isUnwanted }: UnwantedPageProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    const { version, settings } = await api.call('GET /v1/manage/site')
    const others = (settings.pages.unwantedPages ?? []).filter((key) => key !== pageKey)
    const unwantedPages = isUnwanted ? others : [...others, pageKey]
    await api.call('PUT /v1/manage/site', { body: { version, settings: { pages: { unwantedPages } } } })
    showToast('success', isUnwanted ? '已改为需要，补全后发布' : '已标为不需要，不再提醒')
    void loadMissing(api)
    await revalidate()
  }
  const handleClick = async () => {
    setIsBusy(true)
    // The client has shown the error.
    await save().catch(() => null)
    setIsBusy(false)
  }
  return (
    <Note
      title={isUnwanted ? '已标为不需要' : '可以没有这一页'}
      action={
        <Button variant="outline" isBusy={isBusy} busyLabel="保存中" onClick={() => void handleClick()}>
          {isUnwanted ? '改为需要' : '不需要这一页'}
        </Button>
      }
    >
      {isUnwanted
        ? '概览不再提醒补这一页。读者打不开它，菜单与页脚也不列出。'
        : '不发布时，读者打不开它，菜单与页脚也不列出。标为不需要后，概览不再提醒。'}
    </Note>
  )
}
