import { Plus } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from '../desk.module.css'
import { CATEGORIES } from './desk-filter.ts'

/** Starts a certificate of a category. */
export function NewCertificate() {
  const api = useApi()
  const navigate = useNavigate()
  const { duties } = useSelf()
  const [isOpen, setIsOpen] = useState(false)
  const mayPrepare = duties.includes('certify') || duties.includes('owner')
  useKeys({ n: { words: '新建证书', run: () => setIsOpen(true) } }, mayPrepare)
  if (!mayPrepare) return null
  const begin = async (category: CertificateCategory) => {
    const created = await api.call('POST /v1/manage/certificates', { body: { category } }).catch(() => null)
    if (created) await navigate(`/certificates/${created.certificateNo}`)
  }
  return (
    <>
      <Button icon={Plus} onClick={() => setIsOpen(true)}>
        新建证书 <KeyCaps of="n" />
      </Button>
      {isOpen && (
        <ManageDialog title="新建证书" onClose={() => setIsOpen(false)}>
          <p>选择类别。编号与核对码随即生成；核对码只印不显。</p>
          <div className={styles.categories}>
            {CATEGORIES.map((category) => (
              <Button key={category} variant="outline" onClick={() => void begin(category)}>
                {CERTIFICATE_CATEGORIES[category]}
              </Button>
            ))}
          </div>
        </ManageDialog>
      )}
    </>
  )
}
