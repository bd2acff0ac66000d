/** A self-signed certificate for localhost and 127.0.0.1, with its key: for test servers only. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUNuF71T+D6XaNnc9SgU2FrOcK7rMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzMTc1OVoYDzIxMjYxMDI5
MDMxNzU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQwpaKCIt0Iai0ky2BJK3cmaVNMlqtd1/waLuVcRT/jAXVCgOvco6L5
eVZkcE6iylSDxcKGSZuOi7VsQiM5pFwVo28wbTAdBgNVHQ4EFgQUlHn4GafioLwf
HfVHJSRgoFE9fa0wHwYDVR0jBBgwFoAUlHn4GafioLwfHfVHJSRgoFE9fa0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAJ6xvcmSfC4/Cqz3i92KTcCvj9mQXOBTboo1UWBUcjvVAiA9
euLgAEn3gTEqQ5tcz0Q8qGpb4hWExL/IjL6arioWwg==
-----END CERTIFICATE-----
`

/** The key of `testCertificate`; it protects nothing. */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfkSBFuBWdV4uY58M
9EIGWEpgtIxtfW/3LtHYvGCWqtOhRANCAAQwpaKCIt0Iai0ky2BJK3cmaVNMlqtd
1/waLuVcRT/jAXVCgOvco6L5eVZkcE6iylSDxcKGSZuOi7VsQiM5pFwV
-----END PRIVATE KEY-----
`
