import { Download } from '@lucide/icons'
import { Button } from '#ui/forms/button.tsx'

/** The two files of an import. */
export function DownloadButtons({ id }: { id: string }) {
  const download = (name: 'report' | 'redirects') => {
    const link = document.createElement('a')
    link.href = `/v1/manage/imports/${name}?importId=${id}`
    link.download = ''
    link.click()
  }
  return (
    <>
      <Button variant="quiet" icon={Download} onClick={() => download('report')}>
        下载报告
      </Button>
      <Button variant="quiet" icon={Download} onClick={() => download('redirects')}>
        下载跳转建议
      </Button>
    </>
  )
}
