import { useState } from 'react'
import { splitPictureAddresses } from '#lib/picture-addresses.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { buildStaffPictureAddress } from './pictures/picture-address.ts'
import styles from './ticket-pictures.module.css'

interface TicketPicturesProps {
  /** Owner of the pictures: those of customers and of staff have different addresses. */
  of: 'customer' | 'staff'
  pictureNames: readonly string[]
  /** Address of the picture that a member sent with feedback. */
  picture?: string | null
}

/** Pictures of a message, enlarged on a click. A picture that a member linked stays a link, because it comes from a stranger. */
export function TicketPictures({ of, pictureNames, picture = null }: TicketPicturesProps) {
  const [open, setOpen] = useState<number>()
  const name = open === undefined ? undefined : pictureNames[open]
  const buildAddress = of === 'staff' ? buildStaffPictureAddress : buildCustomerPictureAddress
  const links = picture ? splitPictureAddresses(picture) : []
  return (
    <>
      {pictureNames.length > 0 && (
        <ul className={styles.list}>
          {pictureNames.map((one, index) => (
            <li key={one}>
              <button className={styles.button} type="button" onClick={() => setOpen(index)}>
                <img className={styles.small} src={buildAddress(one)} alt={`放大图片 ${index + 1}`} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {links.map((address, index) => (
        <p key={address}>
          <a className={styles.link} href={address} target="_blank" rel="noopener nofollow noreferrer">
            图片 {index + 1}
          </a>
        </p>
      ))}
      {open !== undefined && name !== undefined && (
        <Dialog label={`图片 ${open + 1}`} onClose={() => setOpen(undefined)} dismissOnScrim className={styles.panel}>
          <img className={styles.large} src={buildAddress(name)} alt={`图片 ${open + 1}`} />
        </Dialog>
      )}
    </>
  )
}

function buildCustomerPictureAddress(name: string): string {
  return `/v1/review/reportPicture/${encodeURIComponent(name)}`
}
