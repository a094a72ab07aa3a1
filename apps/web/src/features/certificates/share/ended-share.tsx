import { ScanSearch, TriangleAlert } from '@lucide/icons'
import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import type { ReactNode } from 'react'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './share-page.module.css'

/** Why a share shows no certificate. */
export function EndedShare({ share }: { share: SharedResult }) {
  const { title, children } = wordsOf(share)
  return (
    <section className={styles.ended}>
      <Drawing name="bi-disc" className={styles.endedDrawing} />
      <h2 className={styles.endedTitle}>{title}</h2>
      {children}
      <div className={styles.acts}>
        <ButtonLink icon={ScanSearch} to="/certificate-check">
          查询证书
        </ButtonLink>
        <ButtonLink variant="outline" to="/contact-us">
          联系咨询
        </ButtonLink>
      </div>
    </section>
  )
}

function wordsOf({ state, endTime, certificateNo, changedOn }: SharedResult): { title: string; children: ReactNode } {
  const number = <b className={styles.number}>{certificateNo}</b>
  if (state === 'expired') {
    return {
      title: '已到期',
      children: <p>这份分享有效至 {endTime}。请向持证人索取新的分享，或凭实物上的编号与核对码查询。</p>,
    }
  }
  if (state === 'revoked') {
    return {
      title: '持证人已收回',
      children: <p>收回后链接不再显示证书内容。请凭实物上的编号与核对码查询。</p>,
    }
  }
  if (state === 'reissued') {
    return {
      title: '证书已换发',
      children: (
        <>
          <p>
            编号 {number} 于 {changedOn} 换发，原证书停止使用。请持证人以新证书重新分享。
          </p>
          <Warning>以原证书出售同一实物的，请先查询新证书。</Warning>
        </>
      ),
    }
  }
  return {
    title: '证书已撤销',
    children: (
      <>
        <p>
          编号 {number} 于 {changedOn} 撤销，证书无效。撤销原因凭编号与核对码查询。
        </p>
        <Warning>请勿以这份证书作为交易依据。</Warning>
      </>
    ),
  }
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon of={TriangleAlert} sizePx={18} />
      {children}
    </p>
  )
}
