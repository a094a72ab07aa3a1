import { EXPORTS_A_DAY } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Button } from '#ui/forms/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { downloadOwnData } from './download-own-data.ts'

/** Downloads a copy of all data of the account. */
export function OwnData() {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    // The API client has shown a refusal.
    await downloadOwnData(api).catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <SettingsSection
      title="我的数据"
      text={`把资料、文章、评论、短文、私信、收藏、关注等内容与上传的图片打包为 ZIP 文件。每天最多 ${EXPORTS_A_DAY} 次。`}
      action={
        <Button variant="outline" isBusy={isBusy} busyLabel="打包中" onClick={() => void download()}>
          下载我的数据
        </Button>
      }
    />
  )
}
