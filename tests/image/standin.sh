#!/bin/sh
# Hook of mmdebstrap: makes a Debian with its own Python look like the official python:*-slim image, as far as the
# Dockerfile can see. Debian's interpreter and standard library are moved to /usr/local, where the official image has
# its own; there, too, pip is installed, no module is compiled, and nothing forbids pip to install.
set -eu
root=$1
python=$(basename "$(readlink "$root/usr/bin/python3")")
library=$root/usr/local/lib/$python

# Debian makes the folder for what is installed by hand.
rm -rf "$library"
mv "$root/usr/lib/$python" "$library"
mv "$root/usr/bin/$python" "$root/usr/local/bin/$python"
rm -rf "$root"/usr/bin/python3* "$root"/usr/bin/pydoc3* "$root/usr/lib/python3" "$library/EXTERNALLY-MANAGED"
ln -s "$python" "$root/usr/local/bin/python3"
ln -s python3 "$root/usr/local/bin/python"

mkdir -p "$library/dist-packages" "$library/ensurepip/_bundled"
mv "$root"/usr/share/python-wheels/pip-*.whl "$library/ensurepip/_bundled/"
rm -rf "$root/usr/share/python-wheels"
chroot "$root" /bin/sh -c "/usr/local/bin/python3 -m zipfile -e \
  /usr/local/lib/$python/ensurepip/_bundled/pip-*.whl /usr/local/lib/$python/dist-packages"
printf '#!/bin/sh\nexec /usr/local/bin/python3 -m pip "$@"\n' >"$root/usr/local/bin/pip3"
chmod 755 "$root/usr/local/bin/pip3"
ln -s pip3 "$root/usr/local/bin/pip"
find "$library" -name __pycache__ -prune -exec rm -rf {} +
