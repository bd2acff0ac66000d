/** The option that names another data folder, as arguments of `option`. */
export const dataOption = ['-d, --data <dir>', "data folder (default: the platform's standard location)"] as const
