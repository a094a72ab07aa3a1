import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import shared from '#ui/shared.module.css'
import { NewsBox } from './news-box.tsx'
import { OtherShares } from './other-shares.tsx'
import styles from './saved-certificates.module.css'
import { SavedRow } from './saved-row.tsx'
import { type SavedCertificatesState, useSavedCertificates } from './use-saved-certificates.ts'

/** The member's saved certificates, on the member's own page. */
export function SavedCertificates() {
  const list = useSavedCertificates()
  const { saved, news, otherShares, state, hasMore, loadMore, refresh } = list
  const isEmpty = saved.length === 0
  if (isEmpty && state === 'loading') return <p className={shared.waiting}>loading...</p>
  if (isEmpty && state === 'failed') return <Failed onRetry={refresh} />
  return (
    <>
      {news.map((ended) => (
        <NewsBox ended={ended} onNoticed={refresh} key={ended.certificateNo} />
      ))}
      {isEmpty ? (
        <EmptyState title="还没有收存证书">
          <p className={shared.soft}>凭编号与核对码查到证书后，点“收存”，证书更正、换发或撤销时会通知您。</p>
          <ButtonLink variant="outline" to="/certificate-check">
            查询证书
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Summary list={list} />
          <ul aria-label="我的证书">
            {saved.map((one) => (
              <SavedRow saved={one} onChange={refresh} key={one.certificateNo} />
            ))}
          </ul>
          {state === 'failed' ? (
            <Failed onRetry={loadMore} />
          ) : (
            <LoadMore hasMore={hasMore} isBusy={state === 'loading'} onLoad={loadMore} />
          )}
        </>
      )}
      {otherShares.length > 0 && <OtherShares title="其他分享" shares={otherShares} onChange={refresh} />}
    </>
  )
}

function Summary({ list: { total, isMailed } }: { list: SavedCertificatesState }) {
  const api = useApi()
  const [isOn, setIsOn] = useState(isMailed)
  const { isBusy, run } = useBusy(showOffline)
  const change = (wanted: boolean) =>
    run(async () => {
      await api.call('PUT /v1/certificate/saved', { body: { isMailed: wanted } })
      setIsOn(wanted)
    })
  return (
    <div className={styles.summary}>
      <p className={shared.soft}>
        <b>{total}</b> 份，只有您可见。显示的是证书现在的内容，不含核对码。
      </p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isBusy}
          onChange={({ target }) => void change(target.checked)}
        />
        <span className={styles.track} />
        变动时发邮件
      </label>
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>证书暂时没有取到</p>
      <Button variant="outline" onClick={onRetry}>
        重新加载
      </Button>
    </div>
  )
}
