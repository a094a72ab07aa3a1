/** Whether two recovery codes are equal; hyphens, capitals and letters that look like digits make no difference. */
export function isSameCode(typed: string, code: string): boolean {
  return code !== '' && normaliseCode(typed) === normaliseCode(code)
}

function normaliseCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
}
