import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import type { OpenedContent } from '../load-content.ts'

interface PageActionProps {
  article: OpenedContent['article']
}

/** Takes a published page off the site after a question. */
export function TakeOffline({ article }: PageActionProps) {
  const { id, version, form } = article
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        下线
      </Button>
      {isAsking && (
        <DangerDialog
          title={`页面下线：${form.title}`}
          verb="下线"
          onConfirm={async () => {
            await api.call('POST /v1/manage/pages/offline', { body: { articleId: id, version } })
            showToast('success', '已下线，读者看不到这一页')
            await revalidate()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>读者打开这一页会看到“页面不存在”，菜单与页脚里的链接不再显示。文字与版本都留着，再发布就恢复。</p>
        </DangerDialog>
      )}
    </>
  )
}

/** Offers to merge the second page about the laboratory into the first one. */
export function MergeAbout({ article }: PageActionProps) {
  const { version, form } = article
  const api = useApi()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Note
      title="“关于我们”也在介绍机构"
      action={
        <Button variant="outline" onClick={() => setIsAsking(true)}>
          并入关于我们
        </Button>
      }
    >
      两页用途相同，读者容易看错。可以并成一页，这一页的地址跳转过去。
      {isAsking && (
        <DangerDialog
          title={`把《${form.title}》并入关于我们`}
          verb="并入"
          isHarmless
          onConfirm={async () => {
            await api.call('POST /v1/manage/pages/merge', { body: { version } })
            showToast('success', '已并入，请核对草稿后发布')
            await navigate('/pages/about')
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            这一页下线，/about-gic 跳转到
            /about，菜单里的链接随之改。正文加在“关于我们”的草稿末尾，您核对并发布之后，读者才看得到。
          </p>
        </DangerDialog>
      )}
    </Note>
  )
}
