import { splitPictureAddresses } from '#lib/picture-addresses.ts'
import { Thumbnails } from '#ui/figures/thumbnails.tsx'
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
  const links = picture ? splitPictureAddresses(picture) : []
  return (
    <>
      {pictureNames.length > 0 && (
        <Thumbnails
          className={styles.list}
          addresses={pictureNames.map(of === 'staff' ? buildStaffPictureAddress : buildCustomerPictureAddress)}
          formatLabel={(index) => `图片 ${index + 1}`}
        />
      )}
      {links.map((address, index) => (
        <p key={address}>
          <a className={styles.link} href={address} target="_blank" rel="noopener nofollow noreferrer">
            图片 {index + 1}
          </a>
        </p>
      ))}
    </>
  )
}

function buildCustomerPictureAddress(name: string): string {
  return `/v1/review/reportPicture/${encodeURIComponent(name)}`
}
