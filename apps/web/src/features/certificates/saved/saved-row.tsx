import { FileText, ScanSearch, Share2, Trash2 } from '@lucide/icons'
import { formatMemberNumber } from '@portal/contract/certificates/printed-values.ts'
import type { ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { Suspense, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { findGem } from '#ui/figures/gem-drawing.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { loadLaboratory, type Organisation } from '../laboratory.ts'
import { withTexts } from '../texts/texts.tsx'
import { ShareNote } from './other-shares.tsx'
import styles from './saved-row.module.css'
import { ChangeNote, StateMark } from './saved-state.tsx'

const loadTexts = async () => (await import('../texts/zh/certificate.tsx')).certificateTexts
const ShareDialog = lazyPart(async () =>
  withTexts((await import('../share/share-dialog.tsx')).CertificateShareDialog, await loadTexts()),
)
const FullCertificate = lazyPart(async () =>
  withTexts((await import('./full-certificate.tsx')).FullCertificate, await loadTexts()),
)

/** A saved certificate with its main values, its state and its actions. */
export function SavedRow({ saved, onChange }: { saved: SavedCertificate; onChange: () => void }) {
  const { certificateNo, conclusion, state, shares, newerNo } = saved
  const [open, setOpen] = useState<'share' | 'remove' | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const wholeId = useId()
  const { drawing, tone } = findGem(conclusion) ?? { drawing: 'octahedron' as const, tone: 'plain' as const }
  const close = () => setOpen(null)
  return (
    <li className={styles.root} data-state={state}>
      <div className={styles.figure}>
        <Drawing name={drawing} tone={tone} />
      </div>
      <div className={styles.words}>
        <StateMark saved={saved} />
        <h3 className={styles.title}>{conclusion || '不出示内容'}</h3>
        <p className={styles.number}>{certificateNo}</p>
        <Facts saved={saved} />
        <ChangeNote saved={saved} />
        {shares.map((share) => (
          <ShareNote share={share} onChange={onChange} key={share.id} />
        ))}
      </div>
      <div className={styles.actions}>
        {state === 'valid' && (
          <Button
            icon={Share2}
            variant="outline"
            aria-label={`分享证书 ${certificateNo}`}
            onClick={() => setOpen('share')}
          >
            分享
          </Button>
        )}
        {state === 'reissued' && (
          <ButtonLink icon={ScanSearch} variant="outline" to={`/certificate-check?no=${newerNo ?? ''}`}>
            查询新证书
          </ButtonLink>
        )}
        {state !== 'mismatch' && (
          <Button
            icon={FileText}
            variant="quiet"
            aria-expanded={isWhole}
            aria-controls={wholeId}
            aria-label={`${isWhole ? '收起' : '查看'}证书 ${certificateNo}`}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? '收起' : '查看'}
          </Button>
        )}
        <IconButton icon={Trash2} label={`将 ${certificateNo} 移出我的证书`} onClick={() => setOpen('remove')} />
      </div>
      <div className={styles.whole} id={wholeId}>
        {isWhole && (
          <Suspense>
            <FullCertificate certificateNo={certificateNo} />
          </Suspense>
        )}
      </div>
      <Suspense>
        {open === 'share' && <Share saved={saved} onChange={onChange} onClose={close} />}
        {open === 'remove' && <Remove saved={saved} onRemoved={onChange} onClose={close} />}
      </Suspense>
    </li>
  )
}

function Facts({ saved: { totalMassG, shape, issuedOn, savedOn } }: { saved: SavedCertificate }) {
  const facts = [
    ['质量', totalMassG === null ? '' : `${formatMemberNumber({ totalMassG }, 'totalMassG')} g`],
    ['形状', shape ?? ''],
    ['签发', issuedOn ?? ''],
    ['收存', savedOn],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface RowDialogProps {
  saved: SavedCertificate
  onClose: () => void
}

function Share({ saved, onChange, onClose }: RowDialogProps & { onChange: () => void }) {
  const api = useApi()
  const { certificateNo, conclusion, totalMassG, issuedOn, pictureUrl } = saved
  const [organisation, setOrganisation] = useState<Organisation>({ name: '', nameEn: null })
  const pictures = pictureUrl === null ? [] : [{ url: pictureUrl }]
  const make = async (days: ShareDays) => {
    const call = { params: { certificateNo }, body: { days } }
    const { signal } = new AbortController()
    const [newShare, laboratory] = await Promise.all([
      api.call('POST /v1/certificate/saved/{certificateNo}/share', call),
      loadLaboratory(api, { signal }),
    ])
    setOrganisation(laboratory)
    return newShare
  }
  const printed = { certificateNo, conclusion, totalMassG, issuedOn: issuedOn ?? '', pictures }
  return <ShareDialog {...{ printed, organisation, make, onChange, onClose }} />
}

function Remove({ saved: { certificateNo, shares }, onRemoved, onClose }: RowDialogProps & { onRemoved: () => void }) {
  const api = useApi()
  const remove = async () => {
    await api.call('DELETE /v1/certificate/saved/{certificateNo}', { params: { certificateNo } })
    showToast('success', '已移出我的证书')
    onRemoved()
  }
  return (
    <ConfirmDialog
      title={`将 ${certificateNo} 移出我的证书？`}
      confirmLabel="移出"
      busyLabel="移出中"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>移出后证书变动不再通知您；要再收存，须凭核对码查询。</p>
      {shares.length > 0 && <p>它的分享不受影响，列在“其他分享”中，仍可收回。</p>}
    </ConfirmDialog>
  )
}
