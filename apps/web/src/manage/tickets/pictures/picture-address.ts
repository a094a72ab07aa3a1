/** Builds the address at which staff see a picture of an answer or a note. */
export function buildStaffPictureAddress(name: string): string {
  return `/v1/manage/tickets/pictures/${encodeURIComponent(name)}`
}
