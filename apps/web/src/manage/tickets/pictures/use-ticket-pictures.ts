import { TICKET_PICTURES_MAX } from '@portal/contract/tickets/ticket-rules.ts'
import { usePictureDraft } from '#manage/controls/pictures/picture-drafts.ts'
import { buildStaffPictureAddress } from './picture-address.ts'

/** The pictures of an answer or a note that is being written. @param key key of its draft */
export function useTicketPictures(key: string, id: number) {
  return usePictureDraft(key, {
    max: TICKET_PICTURES_MAX,
    toAddress: buildStaffPictureAddress,
    send: (api, upload) => api.call('POST /v1/manage/tickets/{id}/pictures', { params: { id }, ...upload }),
  })
}
