import { CODE } from '@portal/contract/errors.ts'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom'
import type { LoaderFailure } from '#lib/api/define-loader.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { ReportId } from '#ui/dialogs/report-id.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'

/** Replaces a page that failed to load: the reason, what is stored, and a way to continue. */
export function AreaError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === CODE.noSuchCall) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === CODE.refused) return <NoDuty />
  return <Failed failure={toFailure(error)} />
}

function Failed({ failure: { message, reportId } }: { failure: Partial<LoaderFailure> }) {
  const { revalidate, state } = useRevalidator()
  const retry = () => void revalidate()
  useKeys({ r: { words: '重试', run: retry } })
  return (
    <>
      <PageHead title="没有加载出来" />
      <Note
        tone="error"
        isLive
        action={
          <Button variant="outline" isBusy={state === 'loading'} busyLabel="重试中" onClick={retry}>
            重试 <KeyCaps of="r" />
          </Button>
        }
      >
        {message}。草稿都留在本机。{reportId && <ReportId id={reportId} />}
      </Note>
    </>
  )
}

/** Page of addresses that no area has, among others. */
export function NotFound() {
  return (
    <>
      <PageHead title="此页未见记录" />
      <EmptyState title="地址可能有误，或内容已移走" link={{ to: '/', text: '回到概览' }} />
    </>
  )
}

function NoDuty() {
  return (
    <>
      <PageHead title="您的职责不包括这里" />
      <EmptyState title="需要时请联系负责人" link={{ to: '/', text: '回到概览' }} />
    </>
  )
}

function toFailure(error: unknown): Partial<LoaderFailure> {
  if (isRouteErrorResponse(error)) return error.data as LoaderFailure
  // The code of the page could not be loaded, or no answer came.
  return { message: '网络不通，或网站刚刚更新。请检查网络后重试，仍不行时刷新页面' }
}
