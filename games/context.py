def waiting(request):
    return {}
